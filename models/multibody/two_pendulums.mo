model TwoPendulums
  "Two pendulums that know nothing of each other, index 3: one swings above its
pivot, the other turns over; each has states of its own that change"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real L1(unit = "m") = 1, L2(unit = "m") = 0.4 "lengths";
  parameter Real phi1(unit = "rad") = 2 "start angle of the first, at rest";
  parameter Real omega2(unit = "rad/s") = 12
    "start velocity of the second, in its lowest point";
  Real x1(start = L1*sin(phi1), fixed = true), y1(start = -L1*cos(phi1));
  Real vx1(start = 0, fixed = true), vy1(start = 0);
  Real x2(start = 0, fixed = true), y2(start = -L2);
  Real vx2(start = L2*omega2, fixed = true), vy2(start = 0);
  Real lambda1, lambda2;
  output Real energy1 = (vx1^2 + vy1^2)/2 + g*y1;
  output Real energy2 = (vx2^2 + vy2^2)/2 + g*y2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(vx1) = -2*lambda1*x1;
  der(vy1) = -2*lambda1*y1 - g;
  x1^2 + y1^2 = L1^2;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx2) = -2*lambda2*x2;
  der(vy2) = -2*lambda2*y2 - g;
  x2^2 + y2^2 = L2^2;
  annotation(experiment(StopTime = 5, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "x1,x2",
                        draw = {"line(0,0,x1,y1)", "line(2,0,x2+2,y2)",
                                "point(0,0)", "point(2,0)", "point(x1,y1)",
                                "point(x2+2,y2)"}));
end TwoPendulums;
