model TooManyConditions "both ends of the rod are fixed at the start"
  Real x(start = 0.6, fixed = true), y(start = -0.7, fixed = true);
  Real vx(start = 0, fixed = true), vy;
  Real lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end TooManyConditions;
