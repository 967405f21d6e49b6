model A
  Real x[3];
  Real y = end;
  Real z = x[end];
end A;
