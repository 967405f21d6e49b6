model SaturatedServo "A servo whose drive has a limit"
  parameter Real k = 5 "gain";
  parameter Real limit = 1;
  parameter Real goal = 1;
  output Real x(start = 0, fixed = true);
  Real wanted = k*(goal - x);
  Real u "what the drive gives";
  Boolean saturated = wanted > limit or wanted < -limit;
equation
  u = if wanted > limit then limit elseif wanted < -limit then -limit else wanted;
  der(x) = u;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,u"));
end SaturatedServo;
