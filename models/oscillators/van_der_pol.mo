model VanDerPol "Van der Pol's oscillator: a limit cycle from any start"
  parameter Real mu = 1 "strength of the damping";
  output Real x0(start = 2, fixed = true);
  output Real x1(start = 0, fixed = true);
equation
  der(x0) = x1;
  der(x1) = mu*(1 - x0^2)*x1 - x0;
  annotation(experiment(StopTime = 20, Interval = 0.05, Tolerance = 1e-8),
             __foucault(plot = "x1:x0"));
end VanDerPol;
