record R Real a, b; Integer k; end R;
type E = enumeration(one, two, three);
model Cell
  parameter R r(a = 1, b = 2, k = 3);
  parameter E e = E.two;
  parameter Integer structural = 2 annotation(Evaluate = true);
  parameter Integer other = structural + 1;
  constant Real c = 4.5;
  constant Real cc = c*2;
  parameter Real tab[:] = {1, 2, 3};
  Real x[other], y(stateSelect = StateSelect.prefer, start = cc);
  R rr = r;
protected
  Real loc = sum(tab);
equation
  for i in 1:other loop x[i] = r.a*i + loc; end for;
  der(y) = if e == E.two then 1 else 2;
end Cell;
model Wrap Cell cell[4](each structural = 3);
  Cell one;
  R z;
  equation z.a = 1;
  z.b = 2;
  z.k = 3;
  end Wrap;
model FamilyRecords
  Cell a[4];
  Cell b[4](r = {R(k, k + 1, k) for k in 1:4});
  Cell c[4](each r = R(7, 8, 9), e = {E.one, E.two, E.three, E.one});
  Cell d[4](tab = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 1, 1}});
  Wrap w[4];
  R rs[5] = {R(k, 2, k) for k in 1:5};
  R rt[5];
  Complex zz[4];
  Real q = w[2].cell[3].x[1] + rs[2].a + a[2].tab[1];
equation
  for k in 1:5 loop rt[k].a = k; rt[k].b = rs[k].b; rt[k].k = k; end for;
  for k in 1:4 loop zz[k].re = a[k].y; zz[k].im = 2*a[k].x[1]; end for;
end FamilyRecords;
operator record Complex Real re, im; end Complex;
