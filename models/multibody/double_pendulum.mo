model DoublePendulum "Two unit masses on two unit rods, Cartesian, index 3"
  parameter Real g = 1 "gravity";
  parameter Real phi1 = 1.0 "start angle of the upper rod";
  parameter Real phi2 = 0.3 "start angle of the lower rod";
  Real x1(start = sin(phi1), fixed = true);
  Real y1(start = -cos(phi1));
  Real x2(start = sin(phi1) + sin(phi2), fixed = true);
  Real y2(start = -cos(phi1) - cos(phi2));
  Real vx1(start = 0, fixed = true), vy1(start = 0);
  Real vx2(start = 0, fixed = true), vy2(start = 0);
  Real lambda1(start = 1), lambda2(start = 0.5) "forces in the rods, halved";
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
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "y1:x1,y2:x2",
                        draw = {"line(0,0,x1,y1)", "line(x1,y1,x2,y2)",
                                "point(0,0)", "point(x1,y1)",
                                "point(x2,y2)"}));
end DoublePendulum;
