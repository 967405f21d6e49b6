model SphericalPendulum "A mass on a sphere, n = 3, k = 1: no formula for D, 4 states"
  parameter Real m = 1, L = 1, g = 9.81;
  Real x(start = 0.8, fixed = true), y(start = 0, fixed = true), z(start = -0.6);
  Real vx(start = 0, fixed = true), vy(start = 2, fixed = true), vz;
  Real lambda;
  Real energy = m/2*(vx^2 + vy^2 + vz^2) + m*g*z;
  Real spin = x*vy - y*vx;
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  m*der(vx) = -lambda*x;
  m*der(vy) = -lambda*y;
  m*der(vz) = -lambda*z - m*g;
  x^2 + y^2 + z^2 = L^2;
  annotation(experiment(StopTime = 10));
end SphericalPendulum;
