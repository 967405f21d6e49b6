model CondensedForm "Linear, with two hidden constraints in a row, index 3"
  Real z1a(start = -3), z1b(start = 0, fixed = true);
  Real z2, z3, z4, z5, z6;
equation
  der(z1a) = z5 + z6 + sin(time);
  der(z1b) = 2*z5 + z6;
  der(z2) = z1a + z5 + cos(time);
  der(z3) = z1a + 2*z1b + sin(2*time);
  0 = z4 + exp(-time);
  0 = z2 + cos(2*time);
  0 = z3 + sin(3*time);
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "z1a,z1b,z2,z3"));
end CondensedForm;
