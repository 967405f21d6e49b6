model Superfluous "Index 1, but Pantelides differentiates the second equation once"
  Real x(start = 1, fixed = true);
  Real y(start = 1);
equation
  der(x) + der(y) = 1;
  x - y = 0;
end Superfluous;
