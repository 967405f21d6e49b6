model Cell
  parameter Real R = 1;
  parameter Integer m = 2;
  final parameter Real G = 1/R;
  parameter Real q(fixed = false);
  Real x[m](start = {k*R for k in 1:m}, each fixed = true);
  Real y(min = -R, nominal = G);
initial equation
  q = x[1] + R;
equation
  for i in 1:m loop der(x[i]) = -R*x[i] + q; end for;
  y = sum(x);
  assert(y < 100*R, "too large");
end Cell;
model FamilyValues
  parameter Real p = 3;
  Cell a[5];
  Cell b[5](R = {1, 2, 3, 4, 5});
  Cell c[5](each R = p, each m = 3);
  Cell d[5](m = {1, 2, 3, 2, 1});
  Cell e[2,3](R = {{p, p + 1, p + 2},{1, 2, 3}}, each m = 2);
  Cell g[5](x(start = {{k, k + 1} for k in 1:5}));
  Cell h[5](each x(start = {7, 8}, each nominal = 3));
  Cell w[5](each y(min = p));
  Real s = sum(a.y) + a[3].G + sum(e[:,2].y) + d[2].x[2];
  Real t[5] = b.R;
  Real u[c[4].m];
equation
  for k in 1:c[4].m loop u[k] = c[k].x[k]; end for;
end FamilyValues;
