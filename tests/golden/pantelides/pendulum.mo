model Pendulum "the constraint twice, nothing else"
  parameter Real m = 1, L = 1, g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = -0.8);
  Real vx(start = 0, fixed = true), vy;
  Real lambda;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -lambda/L*x;
  m*der(vy) = -lambda/L*y - m*g;
  x^2 + y^2 = L^2;
end Pendulum;
