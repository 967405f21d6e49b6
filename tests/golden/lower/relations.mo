model Relations "event relations, conditions without events, one number each"
  parameter Real limit = 2;
  Real x(start = 1, fixed = true), y, z;
  Boolean high;
  Integer steps;
equation
  der(x) = if x > limit then -1 else 1;
  high = x > limit or time >= 3;
  steps = if high then 2 else 1;
  y = noEvent(if x < 0 then -x else x) + steps;
  z = if steps > 1 then y else 2*y;
end Relations;
