model PendulumDifferentiated "Position constraint replaced by its second derivative: index 1, four states, drifts"
  parameter Real g = 9.81, L = 1;
  parameter Real th0 = 0.5235987755982988 "30 degrees";
  Real x(start = L*sin(th0), fixed = true), y(start = -L*cos(th0), fixed = true), vx(start = 0, fixed = true), vy(start = 0, fixed = true), lam(start = 8);
  Real lengthError = sqrt(x^2 + y^2) - L;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lam*x;
  der(vy) = -lam*y - g;
  0 = vx^2 + vy^2 - lam*(x^2 + y^2) - g*y;
end PendulumDifferentiated;
