model InitialEquations
  parameter Real steady = 0;
  parameter Real k(fixed = false);
  Real x(start = 1), v(start = 0);
initial equation
  x = 2;
equation
  der(x) = v;
  der(v) = -k*x;
initial equation
  der(v) = steady;
  k = x + 1;
end InitialEquations;
