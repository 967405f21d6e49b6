model ContactFriction "The contact force counts with its square, at rest"
  parameter Real r0 = 0.25, g = 1;
  Real x(start = 1), y(start = 1), vx(start = 0), vy(start = 0);
  Real s(start = 1, fixed = true), beta(start = 0.5, fixed = true);
  Real lam(start = -0.7);
  Real w = sqrt(1 + s^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -0.1*lam^2*beta + s/w*lam;
  der(vy) = -g - lam/w;
  der(beta) = (vx + s*vy)/w - beta;
  0 = (-s*(x - s) + (y - s^2/2))/w - r0;
  0 = (x - s) + s*(y - s^2/2);
end ContactFriction;
