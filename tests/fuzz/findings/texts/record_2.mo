model M
  record R
    parameter Integer n = 2;
    Real x[n];
    Real y if n > 1;
    replaceable Real z;
  end R;
  R a(n = 1), b(redeclare Integer z), c[2](n = {1, 2}, each redeclare R z);
  Real v = a.x*b.x + c.x;
equation
  a = b;
  c[1] = c[2];
end M;
