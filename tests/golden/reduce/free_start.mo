model FreeStart "the start value of x is known when p is"
  parameter Real p(start = 1, fixed = false);
  Real x(start = 2 * p);
initial equation
  p ^ 3 + p = 2;
equation
  der(x) = -x;
end FreeStart;
