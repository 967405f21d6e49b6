model CondensedMu2 "Linear system in condensed form, strangeness index 2"
  Real z1a(start = -3), z1b(start = 0, fixed = true), z2, z3, z4, z5, z6;
equation
  der(z1a) = z5 + z6 + sin(time);
  der(z1b) = 2*z5 + z6;
  der(z2) = z1a + z5 + cos(time);
  der(z3) = z1a + 2*z1b + sin(2*time);
  0 = z4 + exp(-time);
  0 = z2 + cos(2*time);
  0 = z3 + sin(3*time);
end CondensedMu2;
