model FourBar "Four-bar mechanism with point masses, crank turns fully; index 3, 2 states"
  parameter Real a = 0.5 "crank", b = 2 "coupler", c = 1.5 "rocker", d = 2 "base", m1 = 1, m2 = 2, g = 9.81;
  parameter Real th0 = 1.0471975511965976, om0 = 8;
  Real x1(start = a*cos(th0), fixed = true), y1(start = a*sin(th0)), x2(start = 1.8), y2(start = 1.5);
  Real vx1(start = -a*sin(th0)*om0, fixed = true), vy1(start = a*cos(th0)*om0), vx2, vy2;
  Real lam1, lam2, lam3;
  Real energy = m1*(vx1^2 + vy1^2)/2 + m2*(vx2^2 + vy2^2)/2 + m1*g*y1 + m2*g*y2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  m1*der(vx1) = -2*lam1*x1 + 2*lam2*(x2 - x1);
  m1*der(vy1) = -m1*g - 2*lam1*y1 + 2*lam2*(y2 - y1);
  m2*der(vx2) = -2*lam2*(x2 - x1) - 2*lam3*(x2 - d);
  m2*der(vy2) = -m2*g - 2*lam2*(y2 - y1) - 2*lam3*y2;
  x1^2 + y1^2 = a^2;
  (x2 - x1)^2 + (y2 - y1)^2 = b^2;
  (x2 - d)^2 + y2^2 = c^2;
end FourBar;
