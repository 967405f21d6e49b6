model InductorCutset
  "A current source feeds two inductors, nodal equations, index 2"
  parameter Real L1(unit = "H") = 1, L2(unit = "H") = 2;
  parameter Real R1(unit = "Ohm") = 1, R2(unit = "Ohm") = 3;
  Real e1(unit = "V"), e2(unit = "V"), e3(unit = "V") "node voltages";
  Real jL1(unit = "A", start = 0, fixed = true), jL2(unit = "A");
equation
  jL1 + jL2 = sin(time);
  -jL1 + e2/R1 = 0;
  -jL2 + e3/R2 = 0;
  L1*der(jL1) = e1 - e2;
  L2*der(jL2) = e1 - e3;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "jL1,jL2,e1"));
end InductorCutset;
