model PendulumIndex1
  "The pendulum with its constraint differentiated twice by hand, index 1"
  parameter Real L(unit = "m") = 1 "length of the rod";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 0.5235987755982988 "start angle";
  Real x(unit = "m", start = L*sin(phi0), fixed = true);
  Real y(unit = "m", start = -L*cos(phi0), fixed = true);
  Real vx(unit = "m/s", start = 0, fixed = true);
  Real vy(unit = "m/s", start = 0, fixed = true);
  Real lambda(unit = "1/s2", start = 8) "force in the rod per mass and length";
  output Real lengthError(unit = "m") = sqrt(x^2 + y^2) - L;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - g;
  0 = vx^2 + vy^2 - lambda*(x^2 + y^2) - g*y;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "x,y"));
end PendulumIndex1;
