model BallAtRest "A ball comes to rest, is struck, rests, and is lifted"
  parameter Real e(min = 0, max = 1) = 0.6 "coefficient of restitution";
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real lift(unit = "m/s2") = 5 "while it is lifted";
  output Real h(unit = "m", start = 1, fixed = true) "height";
  output Real v(unit = "m/s", start = 0, fixed = true) "velocity";
equation
  der(h) = v;
  der(v) = if time > 4.5 and time < 4.8 then lift else -g;
  when h <= 0 then
    reinit(v, -e*pre(v));
  elsewhen time >= 3 then
    reinit(v, 2);
  end when;
  annotation(experiment(StopTime = 8, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "h"));
end BallAtRest;
