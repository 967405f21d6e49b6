model DependentFactors "one constraint is the square of the other"
  Real x(start = 1), y(start = 0), a, b;
equation
  der(x) = -y + a*x;
  der(y) = x + b*y;
  x^2 + y^2 = 1;
  (x^2 + y^2)^2 = 1;
end DependentFactors;
