model PendulumSmall "Planar pendulum, amplitude 0.1"
  parameter Real m = 1 "mass";
  parameter Real L = 1 "length";
  parameter Real g = 1 "gravity";
  Real x(start = sin(0.1), fixed = true), y(start = -cos(0.1));
  Real vx(start = 0, fixed = true), vy(start = 0);
  Real lambda(start = 1) "string force";
  Real energy = m/2*(vx^2 + vy^2) + m*g*(y + L) "zero at rest";
  Real lengthError = sqrt(x^2 + y^2) - L;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) + lambda/L*x = 0;
  m*der(vy) + lambda/L*y + m*g = 0;
  x^2 + y^2 - L^2 = 0;
end PendulumSmall;
