model PendulumGuess
  "Start velocities that do not fit are changed as little as possible"
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  Real x(start = 0.6, fixed = true), y(start = -0.8);
  Real vx(start = 1), vy(start = 0.5) "guesses, not along the circle";
  Real lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*lambda*x;
  der(vy) = -2*lambda*y - g;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 4, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "vx,vy"));
end PendulumGuess;
