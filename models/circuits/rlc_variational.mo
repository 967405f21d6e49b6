model RlcVariational
  "A series circuit with the current law as constraints, index 2"
  parameter Real R = 0.5, L = 1, C = 0.25;
  Real i1(start = 1), i2(start = 1, fixed = true), i3(start = 1);
  Real di2(start = 0, fixed = true);
  Real lambda1, lambda2 "multipliers";
equation
  der(i2) = di2;
  R*der(i1) = lambda1;
  L*der(di2) = -lambda1 + lambda2;
  i3/C = -lambda2;
  i1 - i2 = 0;
  i2 - i3 = 0;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "i2,lambda1,lambda2"));
end RlcVariational;
