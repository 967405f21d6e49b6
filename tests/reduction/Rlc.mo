model Rlc "Series circuit from a variational principle: current law as constraints"
  parameter Real R = 0.5, L = 1, C = 0.25;
  Real I1(start = 1), I2(start = 1, fixed = true), I3(start = 1), dI2(start = 0, fixed = true);
  Real l1, l2 "multipliers";
equation
  der(I2) = dI2;
  R*der(I1) = l1;
  L*der(dI2) = -l1 + l2;
  I3/C = -l2;
  0 = I1 - I2;
  0 = I2 - I3;
end Rlc;
