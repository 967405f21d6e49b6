model RotatingRod "Bead on a rod turning with unit angular velocity: linear time-varying constraint"
  parameter Real g = 1;
  Real x(start = 1, fixed = true), y(start = 0), vx(start = 0, fixed = true), vy(start = 1);
  Real lam(start = 1);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -sin(time)*lam;
  der(vy) = -g + cos(time)*lam;
  0 = -sin(time)*x + cos(time)*y;
end RotatingRod;
