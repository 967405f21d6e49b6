model Estimation "The decay for which y begins at 3, and the level it decays to"
  parameter Real k(start = 1, fixed = false), level(start = 0, fixed = false);
  parameter Real half = log(2)/k;
  Real x(start = 5, fixed = true), y(start = 3, fixed = true);
initial equation
  der(x) = -4;
  der(y) = 0;
equation
  der(x) = -k*(x - level);
  der(y) = k*level - y;
end Estimation;
