model TwoSprings
  "A mass between two springs of different stiffness: state events"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real cLeft(unit = "N/m") = 4, cRight(unit = "N/m") = 1;
  output Real s(unit = "m", start = 1, fixed = true) "position";
  Real v(unit = "m/s", start = 0, fixed = true) "velocity";
  Boolean isLeft = s < 0;
  Integer side = if isLeft then -1 else 1;
  Real c(unit = "N/m") = if s < 0 then cLeft else cRight;
  output Real energy(unit = "J") = m/2*v^2 + c/2*s^2;
equation
  der(s) = v;
  m*der(v) = -c*s;
  annotation(experiment(StopTime = 9, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "s,v"));
end TwoSprings;
