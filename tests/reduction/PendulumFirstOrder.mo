model PendulumFirstOrder "Pendulum of the Numra text, position constraint, index 3"
  parameter Real g = 9.81, L = 1;
  parameter Real th0 = 0.5235987755982988 "30 degrees";
  Real x(start = L*sin(th0), fixed = true), y(start = -L*cos(th0)), vx(start = 0, fixed = true), vy(start = 0), lam(start = 8);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lam*x;
  der(vy) = -lam*y - g;
  0 = x^2 + y^2 - L^2;
end PendulumFirstOrder;
