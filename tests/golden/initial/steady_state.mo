model SteadyState "the initial system has a loop that the running model does not have"
  Real x(start = 2), y(start = 1);
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(x) = 4 - x*y;
  der(y) = x^2 - 8*y;
end SteadyState;
