model EquationTypes
  Integer n;
  Boolean b;
  Real x;
equation
  n = time > 1;
  b = 1;
  x = true;
  "text" = x;
end EquationTypes;
