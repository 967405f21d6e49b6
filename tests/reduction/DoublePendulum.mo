model DoublePendulum "Two unit masses on two unit rods, Cartesian, index 3, 4 states"
  parameter Real g = 1;
  Real x1(start = sin(1.0), fixed = true), y1(start = -cos(1.0));
  Real x2(start = sin(1.0) + sin(0.3), fixed = true), y2(start = -cos(1.0) - cos(0.3));
  Real vx1(start = 0, fixed = true), vy1(start = 0), vx2(start = 0, fixed = true), vy2(start = 0);
  Real lam1(start = 1), lam2(start = 0.5);
  Real energy = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + g*(y1 + y2);
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -2*lam1*x1 + 2*lam2*(x2 - x1);
  der(vy1) = -g - 2*lam1*y1 + 2*lam2*(y2 - y1);
  der(vx2) = -2*lam2*(x2 - x1);
  der(vy2) = -g - 2*lam2*(y2 - y1);
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end DoublePendulum;
