model TurningPlane "A mass in a plane that turns and moves: C depends on time, 4 states"
  Real x, y(start = 0.4, fixed = true), z(start = 0.3, fixed = true);
  Real vx, vy(start = 0.5, fixed = true), vz(start = 0.1, fixed = true);
  Real lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = -x + lambda*cos(time)*cos(0.7*time);
  der(vy) = -2*y + lambda*cos(time)*sin(0.7*time);
  der(vz) = -z + lambda*sin(time);
  cos(time)*(cos(0.7*time)*x + sin(0.7*time)*y) + sin(time)*z = 0.1*time;
  annotation(experiment(StopTime = 6));
end TurningPlane;
