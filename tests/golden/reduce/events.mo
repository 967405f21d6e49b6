model Events "discrete variables are assigned between the equations"
  Real x(start = 1, fixed = true), force, negative;
  output Boolean far;
  Integer gear;
  Real gain;
equation
  der(x) = force;
  force = -gain*x + (if time < 2 then 1 else 0);
  gain = 2*gear;
  gear = if far then 2 else 1;
  far = x > 3 or x < -3;
  negative = -x;
end Events;
