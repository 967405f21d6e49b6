// Three nonlinear equations, torn: one unknown is iterated, the others follow.
model torn_block
  Real x(start = 1, fixed = true);
  Real p(start = 1), q, r;
equation
  q = exp(-p) + x;
  r = q^2;
  p + p^3 = 2 - r;
  der(x) = -p;
end torn_block;
