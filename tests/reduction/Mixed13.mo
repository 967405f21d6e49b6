model Mixed13 "Algebraic part of rank 1: structurally index 1, really index 3"
  parameter Real c = 2, g = 1;
  Real x(start = sin(1.2), fixed = true), y(start = -cos(1.2)), vx(start = 0, fixed = true), vy(start = 0);
  Real z1, z2;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*x*z2 + c*(z1 + z2);
  der(vy) = -2*y*z2 - g;
  0 = x + z1 + z2;
  0 = x + x^2 + y^2 - 1 + z1 + z2;
end Mixed13;
