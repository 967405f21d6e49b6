model InitPendulum "Consistent initialisation: position given, velocity start values are only a guess"
  parameter Real g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = -0.8), vx(start = 1), vy(start = 0.5), lam;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*lam*x;
  der(vy) = -2*lam*y - g;
  0 = x^2 + y^2 - 1;
end InitPendulum;
