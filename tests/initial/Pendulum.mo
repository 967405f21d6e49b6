model Pendulum "Nothing is fixed: the start values are wishes"
  parameter Real g = 9.81, L = 1;
  Real x(start = 0.6), y(start = -0.8), vx(start = 0), vy(start = 0), lam;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*lam*x;
  der(vy) = -2*lam*y - g;
  0 = x^2 + y^2 - L^2;
end Pendulum;
