model IfExpressions
  parameter Real limit = 1;
  Real x(start = 0, fixed = true);
  Real y, z, w;
  Integer zone;
  Boolean high;
equation
  der(x) = if x > limit then -1 else 1;
  y = if x > limit then 1 elseif x < -limit then -1 else x/limit;
  z = 2*(if high then x else 0.0) + (if x > 0 then if y > 0 then 1.5 else 2 else 3);
  w = noEvent(if x >= 0 then sqrt(x) else 0);
  zone = if x < 0 then 0 else if x < 1 then 1 else 2;
  high = if zone == 2 then true else y > 0.5;
end IfExpressions;
