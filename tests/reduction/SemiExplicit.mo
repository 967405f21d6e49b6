model SemiExplicit "Nonlinear semi-explicit system with index-1 part and index-2 constraint"
  Real x1(start = 0.5, fixed = true), x2(start = 0.75), y, z;
equation
  der(x1) = -x1 + y;
  der(x2) = z;
  0 = y - x1^2;
  0 = x1^2 + x2 - 1;
end SemiExplicit;
