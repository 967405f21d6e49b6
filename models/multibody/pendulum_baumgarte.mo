model PendulumBaumgarte
  "A rod that starts too long: Baumgarte's terms pull it back, index 1"
  parameter Real L(unit = "m") = 1, g(unit = "m/s2") = 9.81;
  parameter Real phi0(unit = "rad") = 0.5235987755982988 "start angle";
  parameter Real alpha = 10, beta = 10 "how fast errors die out";
  parameter Real stretch = 1.01 "length at the start, over L";
  Real x(start = stretch*L*sin(phi0), fixed = true);
  Real y(start = -stretch*L*cos(phi0), fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 0, fixed = true);
  Real lambda(start = 8) "force in the rod per mass and length";
  output Real position = x^2 + y^2 - L^2 "violates the constraint";
  output Real velocity = 2*(x*vx + y*vy) "violates its derivative";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - g;
  0 = 2*(vx^2 + vy^2) - 2*lambda*(x^2 + y^2) - 2*g*y + 2*alpha*velocity
    + beta^2*position;
  annotation(experiment(StopTime = 1, Interval = 0.005, Tolerance = 1e-9),
             __foucault(plot = "position,velocity"));
end PendulumBaumgarte;
