model DoublePendulumHigh
  "A double pendulum let go above its pivot, rods turn over, index 3"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi1(unit = "rad") = 2.5 "start angle of the upper rod";
  parameter Real phi2(unit = "rad") = 3.0 "start angle of the lower rod";
  Real x1(start = sin(phi1), fixed = true), y1(start = -cos(phi1));
  Real x2(start = sin(phi1) + sin(phi2), fixed = true);
  Real y2(start = -cos(phi1) - cos(phi2));
  Real vx1(start = 0, fixed = true), vy1(start = 0);
  Real vx2(start = 0, fixed = true), vy2(start = 0);
  Real lambda1, lambda2 "forces in the rods, halved";
  output Real energy = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + g*(y1 + y2);
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -2*lambda1*x1 + 2*lambda2*(x2 - x1);
  der(vy1) = -g - 2*lambda1*y1 + 2*lambda2*(y2 - y1);
  der(vx2) = -2*lambda2*(x2 - x1);
  der(vy2) = -g - 2*lambda2*(y2 - y1);
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
  annotation(experiment(StopTime = 10, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "y1:x1,y2:x2"));
end DoublePendulumHigh;
