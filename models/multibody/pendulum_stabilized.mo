model PendulumStabilized
  "The constraint and its derivative, a multiplier for each, index 2"
  parameter Real L(unit = "m") = 1 "length of the rod";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 0.5235987755982988 "start angle";
  Real x(start = L*sin(phi0), fixed = true), y(start = -L*cos(phi0));
  Real vx(start = 0, fixed = true), vy(start = 0);
  Real lambda(start = 8) "force in the rod per mass and length";
  Real mu(start = 0) "stays zero: both equations hold";
equation
  der(x) = vx + 2*x*mu;
  der(y) = vy + 2*y*mu;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - g;
  0 = x^2 + y^2 - L^2;
  0 = x*vx + y*vy;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "x,y,lambda"));
end PendulumStabilized;
