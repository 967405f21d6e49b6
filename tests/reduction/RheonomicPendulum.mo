model RheonomicPendulum "Pendulum with prescribed length r(t): time-dependent constraint"
  parameter Real g = 1;
  Real r = 1 + 0.2*sin(2*time);
  Real x(start = sin(1.0), fixed = true), y(start = -cos(1.0)), vx(start = 0.4*sin(1.0), fixed = true), vy(start = -0.4*cos(1.0));
  Real lam(start = 0.5);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*lam*x;
  der(vy) = -2*lam*y - g;
  x^2 + y^2 - r^2 = 0;
end RheonomicPendulum;
