model ArraySizes
  parameter Integer n = -1;
  constant Integer huge = 2000000000;
  Integer k = 3;
  Real a[n];
  Real b[huge];
  Real c[100000, 100000];
  Real d[k];
  Real e[1.5];
  Real f[:];
  Real g[3] = zeros(k);
  Real h[2] = fill(1, -2);
  Real i[3] = 1:0:3;
  Real j = linspace(0, 1, 1)*{1};
  Real l = size(g, 2);
end ArraySizes;
