model TooManyInitialEquations
  Real x;
initial equation
  x = 1;
  der(x) = 0;
equation
  der(x) = 2 - x;
end TooManyInitialEquations;
