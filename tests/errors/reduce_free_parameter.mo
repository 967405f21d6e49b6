model FreeParameter
  parameter Real p(fixed = false) = 2;
  Real x(start = 1, fixed = true);
initial equation
  der(x) = 0;
equation
  der(x) = p - x;
end FreeParameter;
