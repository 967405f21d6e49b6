model PendulumProjected
  "The pendulum's velocities as a multiple of the tangent: no multiplier left"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real u(start = -1, fixed = true) "speed along the tangent (-y, x)";
  Real lambda = (x^2 + y^2)*u^2 - y "force in the rod, found afterwards";
  output Real lengthError = sqrt(x^2 + y^2) - 1;
equation
  der(x) = -y*u;
  der(y) = x*u;
  der(u) = -x/(x^2 + y^2);
  annotation(experiment(StopTime = 20, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,y,lambda"));
end PendulumProjected;
