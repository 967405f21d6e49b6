model UnknownLength "a parameter that the initial system determines, and what depends on it"
  parameter Real L(fixed = false, start = 1);
  parameter Real twice = 2*L;
  Real x(start = 0.5, fixed = true);
initial equation
  der(x) = -3;
equation
  der(x) = -twice*x;
end UnknownLength;
