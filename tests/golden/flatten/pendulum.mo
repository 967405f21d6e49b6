model Pendulum "A point mass on a rod, in Cartesian coordinates"
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real L(unit = "m", min = 0) = 1.5 "length";
  constant Real g = 9.81;
  Real x(start = L*sin(0.1), fixed = true), y(start = -L*cos(0.1));
  Real vx, vy;
  Real F "force in the rod";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*g;
  x^2 + y^2 = L^2;
end Pendulum;
