model LiCutset "Current source feeding two inductors, nodal equations, index 2"
  parameter Real L1 = 1, L2 = 2, R1 = 1, R2 = 3;
  Real e1, e2, e3, jL1(start = 0, fixed = true), jL2;
equation
  jL1 + jL2 = sin(time);
  -jL1 + e2/R1 = 0;
  -jL2 + e3/R2 = 0;
  L1*der(jL1) = e1 - e2;
  L2*der(jL2) = e1 - e3;
end LiCutset;
