// A size without a value takes the start value, with a warning.
model StructuralStart
  parameter Integer n(min = 1, start = 2);
  Real x[n] = fill(time, n);
end StructuralStart;
