model FourBar
  "Four-bar mechanism with point masses, the crank turns fully, index 3"
  parameter Real a(unit = "m") = 0.5 "crank", b(unit = "m") = 2 "coupler";
  parameter Real c(unit = "m") = 1.5 "rocker", d(unit = "m") = 2 "base";
  parameter Real m1(unit = "kg") = 1, m2(unit = "kg") = 2 "masses";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 1.0471975511965976 "start angle";
  parameter Real omega0(unit = "rad/s") = 8 "start velocity of the crank";
  Real x1(start = a*cos(phi0), fixed = true), y1(start = a*sin(phi0));
  Real x2(start = 1.8), y2(start = 1.5);
  Real vx1(start = -a*sin(phi0)*omega0, fixed = true);
  Real vy1(start = a*cos(phi0)*omega0);
  Real vx2, vy2;
  Real lambda1, lambda2, lambda3;
  output Real energy = m1*(vx1^2 + vy1^2)/2 + m2*(vx2^2 + vy2^2)/2
    + m1*g*y1 + m2*g*y2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  m1*der(vx1) = -2*lambda1*x1 + 2*lambda2*(x2 - x1);
  m1*der(vy1) = -m1*g - 2*lambda1*y1 + 2*lambda2*(y2 - y1);
  m2*der(vx2) = -2*lambda2*(x2 - x1) - 2*lambda3*(x2 - d);
  m2*der(vy2) = -m2*g - 2*lambda2*(y2 - y1) - 2*lambda3*y2;
  x1^2 + y1^2 = a^2;
  (x2 - x1)^2 + (y2 - y1)^2 = b^2;
  (x2 - d)^2 + y2^2 = c^2;
  annotation(experiment(StopTime = 2, Interval = 0.005, Tolerance = 1e-9),
             __foucault(plot = "y1:x1,y2:x2",
                        draw = {"line(0,0,x1,y1)", "line(x1,y1,x2,y2)",
                                "line(x2,y2,d,0)", "point(0,0)", "point(d,0)",
                                "point(x1,y1)", "point(x2,y2)"}));
end FourBar;
