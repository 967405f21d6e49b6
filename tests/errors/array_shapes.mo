model ArrayShapes
  Real x[3], y[2], A[2, 3], s;
  Real a = x + y;
  Real b[3] = A*y;
  Real c[2] = s/y;
  Real d[2] = x;
  Real e[3] = 1;
  Real f[3] = {1, 2};
  Real g[:] = {x, y};
  Real h[:, :] = [x, y];
  Boolean i = x < y;
  Real j = A^2;
  Real k[3] = if s > 1 then x else y;
  Real l[2] = sin(x);
  Real m = cross(x, y)*x;
  Real n = x .* A;
  Real o[3] = {1, true, "a"};
  Real p = scalar(x);
equation
  x = y;
  A = transpose(A);
  x = 1;
end ArrayShapes;
