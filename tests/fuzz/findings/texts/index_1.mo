model M
  parameter Real L = 1, g = 9.81;
  Real x(start = 1), y, vx, vy, lambda, s, t;
equation
  der(x) = vx; der(y) = vy;
  der(vx) = -lambda*x; der(vy) = -lambda*y - g;
  x^2 + y^2 = L^2;
  s = der(vx) + x; der(t) = s*lambda;
end M;
