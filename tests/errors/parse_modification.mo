model A
  Real x(start = 1, fixed true);
  B b(redeclare model M end M);
  B c(redeclare x = 1);
  C d(each final = 2);
  extends E(break a.b);
  Real y = break 1;
end A;
