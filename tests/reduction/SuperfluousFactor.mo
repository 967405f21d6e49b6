model SuperfluousFactor "As Superfluous, but the variables cannot be merged"
  Real x(start = 1, fixed = true), y;
equation
  der(x) + der(y) = 1;
  x - 2*y = 0;
end SuperfluousFactor;
