model Base replaceable Real x; parameter Real p = 1; end Base;
model Sub extends Base(redeclare Real x(start = p), p = 2);
  Real y;
  equation y = x;
  der(x) = -p;
  end Sub;
model Cell extends Sub;
  outer parameter Real glob;
  Real g = glob*p;
  Real v[2] = {p, glob};
  parameter Integer n = 0; Real none[n]; Sub s[n + 1]; end Cell;
model FamilyInherited
  inner parameter Real glob = 5;
  Cell a[4](p = fill(glob, 4));
  Cell b[4](each n = 2);
  replaceable model MM = Cell constrainedby Base;
  MM m[4];
  Real e0[0]; Cell none[0]; Cell one[1]; Cell two[2]; Cell three[3];
end FamilyInherited;
