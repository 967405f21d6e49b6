model LoopWithAlias "Jacobian entries, and the negative alias after all blocks"
  Real x(start = 1, fixed = true), a(start = 1), b(start = 1), n;
equation
  der(x) = -a;
  a*b = x + 1;
  a + sin(b) = 2*x;
  n = -a;
end LoopWithAlias;
