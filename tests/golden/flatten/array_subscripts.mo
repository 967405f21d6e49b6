// Subscripts, slices and end: section 10.5.
model ArraySubscripts
  constant Integer a[3, 4] = {{10*i + j for j in 1:4} for i in 1:3};
  constant Integer row[4] = a[2], column[3] = a[:, 2], part[2, 2] = a[2:3, 3:4];
  constant Integer picked[2, 3] = a[{3, 1}, {1, 1, 4}], last = a[end, end - 1];
  constant Integer v[3] = {3, 1, 2};
  constant Integer nested = a[v[end], end], stride[2] = a[1, 4:-2:1];
  constant Integer one[1, 4] = a[2:2, :], none[0] = a[1, 3:2];
  type Size = enumeration(small, medium, large);
  constant Real w[Size] = {1.5, 2.5, 3.5}, wl = w[Size.large];
  constant Real u[Boolean] = {-1, 1}, ut = u[true];
  Real x[4], y[2, 4];
  parameter Integer i = 2;
equation
  x[1] = time;
  x[2:end] = x[1:end - 1] + y[1, 2:4];
  y[1, :] = x[4:-1:1];
  y[i] = 2*y[1];
end ArraySubscripts;
