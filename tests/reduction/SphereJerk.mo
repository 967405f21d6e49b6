model SphereJerk "Third derivatives on a sphere, index 4: no formula for D, 6 states"
  Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), z(start = -0.8);
  Real vx(start = 0.3, fixed = true), vy(start = 0.5, fixed = true), vz;
  Real ax(start = 0, fixed = true), ay(start = 0, fixed = true), az;
  Real lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = ax;
  der(vy) = ay;
  der(vz) = az;
  der(ax) = -lambda*x - vx;
  der(ay) = -lambda*y - vy - x;
  der(az) = -lambda*z - vz - 0.3;
  x^2 + y^2 + z^2 = 1;
end SphereJerk;
