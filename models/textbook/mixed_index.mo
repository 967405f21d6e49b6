model MixedIndex "Two constraints of rank 1: index 1 by structure, really 3"
  parameter Real c = 2 "Horizontal force per length";
  parameter Real g = 1 "Gravity";
  Real x(start = sin(1.2), fixed = true), y(start = -cos(1.2));
  Real vx(start = 0, fixed = true), vy(start = 0);
  Real z1, z2;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*x*z2 + c*(z1 + z2);
  der(vy) = -2*y*z2 - g;
  0 = x + z1 + z2;
  0 = x + x^2 + y^2 - 1 + z1 + z2;
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-9),
             __foucault(plot = "x,y,z1,z2"));
end MixedIndex;
