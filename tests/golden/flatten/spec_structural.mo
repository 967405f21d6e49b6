// Section 10.1: sizes from parameters, a size from the binding.
model Table
  parameter Real table[:, 2] = [0, 0];
  parameter Integer n = size(table, 1);
  Real y[n] = table[:, 2]*time;
end Table;

model SpecStructural
  Table plain;
  Table longer(table = [0, 1; 1, 3; 2, 5]);
end SpecStructural;
