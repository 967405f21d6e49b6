// A size that would have to be computed before it is known.
model StructuralStart
  parameter Integer n(start = 2, fixed = false);
  parameter Integer m;
  Real x[n] = fill(time, n);
  Real y[m];
initial equation
  n = 3;
end StructuralStart;
