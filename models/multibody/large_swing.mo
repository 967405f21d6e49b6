model LargeSwing
  "A pendulum that swings above its pivot: the states change as it runs"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real L(unit = "m") = 1 "length of the rod";
  parameter Real g(unit = "m/s2") = 1 "gravity";
  Real x(unit = "m", start = L);
  Real y(unit = "m", start = 0, fixed = true);
  Real vx(unit = "m/s", start = 0);
  Real vy(unit = "m/s", start = -1, fixed = true);
  Real lambda(unit = "N", start = m*g) "force in the rod, positive: pulls";
  output Real energy(unit = "J") = m/2*(vx^2 + vy^2) + m*g*(y + L);
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -lambda*x/L;
  m*der(vy) = -lambda*y/L - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 20, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,y,lambda",
                        draw = {"line(0,0,x,y)", "point(0,0)", "point(x,y)"}));
end LargeSwing;
