model Redundant "The position is given twice, and the rest is given too"
  parameter Real L = 1, m = 2;
  Real x(start = 0.6, fixed = true), y(start = -0.8, fixed = true);
  Real vx(start = 0, fixed = true), vy, lam;
initial equation
  m*(vx^2 + vy^2)/2 + m*9.81*y = m*9.81*(-0.8) "it begins at rest";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -2*lam*x;
  m*der(vy) = -2*lam*y - m*9.81;
  x^2 + y^2 = L^2;
end Redundant;
