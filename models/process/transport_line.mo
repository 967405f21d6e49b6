model TransportLine "Water of changing temperature through a pipe, forth and back"
  parameter Real length(unit = "m") = 4;
  parameter Real profile[3](each unit = "K") = {300, 320, 310} "at the start, along the pipe";
  Real v(unit = "m/s") = 6*cos(time) "velocity";
  Real s(unit = "m", start = 0, fixed = true) "how far the water has moved";
  Real left(unit = "K") = 300 + 10*sin(3*time) "temperature of what flows in there";
  Real right(unit = "K") = 290 + 5*time;
  Real out_left(unit = "K"), out_right(unit = "K");
  output Real arrives(unit = "K") = if v >= 0 then out_right else out_left;
equation
  der(s) = v;
  (out_left, out_right) = spatialDistribution(left, right, s/length, v >= 0,
    {0, 0.5, 1}, profile);
  annotation(experiment(StopTime = 8, Interval = 0.02, Tolerance = 1e-8),
             __foucault(plot = "left,right,arrives"));
end TransportLine;
