// options: --reduction ggl
model PendulumGgl "the constraint on all levels, with a multiplier each"
  Real x(start = 0.6), y(start = -0.8), vx, vy, lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end PendulumGgl;
