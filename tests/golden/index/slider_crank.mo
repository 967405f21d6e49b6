model SliderCrank "a linear constraint apart, two circles watched together"
  parameter Real a = 0.5, b = 1.5, m1 = 1, m2 = 2, g = 9.81;
  Real x1(start = 0.35), y1(start = 0.35, fixed = true);
  Real x2(start = 1.8), y2;
  Real vx1(start = -2), vy1(start = 2, fixed = true), vx2, vy2;
  Real l1, l2, l3;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  m1*der(vx1) = -2*l1*x1 + 2*l2*(x2 - x1);
  m1*der(vy1) = -m1*g - 2*l1*y1 + 2*l2*(y2 - y1);
  m2*der(vx2) = -2*l2*(x2 - x1);
  m2*der(vy2) = -m2*g - 2*l2*(y2 - y1) - l3;
  x1^2 + y1^2 = a^2;
  (x2 - x1)^2 + (y2 - y1)^2 = b^2;
  y2 = 0;
end SliderCrank;
