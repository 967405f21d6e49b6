model DelayedFeedback "What is measured arrives late; a step arrives later"
  parameter Real T(unit = "s") = 1 "of the measurement";
  output Real x(start = 1, fixed = true);
  Real arrived = delay(if time < 1.5 then 0 else 1 + time, 0.7);
  Real counted(start = 0, fixed = true);
equation
  der(x) = -delay(x, T);
  der(counted) = arrived;
  annotation(experiment(StopTime = 5, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "x,arrived"));
end DelayedFeedback;
