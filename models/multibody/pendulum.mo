model Pendulum "A point mass on a rod in Cartesian coordinates, index 3"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real L(unit = "m") = 1 "length of the rod";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad", displayUnit = "deg") = 0.5235987755982988
    "angle from the lower rest position at the start";
  Real x(unit = "m", start = L*sin(phi0), fixed = true);
  Real y(unit = "m", start = -L*cos(phi0));
  Real vx(unit = "m/s", start = 0, fixed = true);
  Real vy(unit = "m/s", start = 0);
  Real lambda(unit = "N", start = m*g) "force in the rod, positive: pulls";
  output Real energy(unit = "J") = m/2*(vx^2 + vy^2) + m*g*(y + L)
    "zero at rest in the lower position";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -lambda*x/L;
  m*der(vy) = -lambda*y/L - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 10, Interval = 0.02, Tolerance = 1e-8),
             __foucault(plot = "x,y",
                        draw = {"line(0,0,x,y)", "point(0,0)", "point(x,y)"}));
end Pendulum;
