model ArraySubscripts
  Real x[3], A[2, 3];
  Integer k = 2;
  Real a = x[4];
  Real b = x[0];
  Real c = A[1, 4];
  Real d = x[1, 1];
  Real e = x[1.0];
  Real f[2] = x[2:4];
  Real g[2] = x[k:3];
  Real h = x[A];
  Real i = k[1];
  Real j = x[-1];
  Real l = A[end + 1, 1];
  Real m[3] = x[{1, 2, 5}];
end ArraySubscripts;
