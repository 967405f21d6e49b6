model Part
  parameter Integer n;
  Real x[n];
  Real y[m];
  parameter Integer m = size(y, 1);
  parameter Integer k = 2;
  Real v if time > 1;
  Real z[k](start = 1);
  Real w[:];
  Real u[3] = {1, 2};
end Part;

model Structural
  Part part[2](k = {1, 2, 3});
  Part other[2](k = 4);
  parameter Integer size1 = 2*size2;
  parameter Integer size2 = size1;
  Real a[size1];
end Structural;
