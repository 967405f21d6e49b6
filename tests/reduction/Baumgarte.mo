model Baumgarte "Baumgarte stabilisation with consistent factors (form of the program text)"
  parameter Real g = 9.81, L = 1;
  parameter Real th0 = 0.5235987755982988 "30 degrees";
  parameter Real alpha = 10, beta = 10;
  parameter Real scale = 1 "1.01 gives the inconsistent start of the reference file";
  Real x(start = scale*L*sin(th0), fixed = true), y(start = -scale*L*cos(th0), fixed = true), vx(start = 0, fixed = true), vy(start = 0, fixed = true), lam(start = 8);
  Real gPos = x^2 + y^2 - L^2;
  Real gVel = 2*(x*vx + y*vy);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lam*x;
  der(vy) = -lam*y - g;
  0 = 2*(vx^2 + vy^2) - 2*lam*(x^2 + y^2) - 2*g*y + 2*alpha*gVel + beta^2*gPos;
end Baumgarte;
