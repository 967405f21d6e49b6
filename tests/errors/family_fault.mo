model Cell Real x;
  parameter Real k = 1;
  equation x = k*time + nothing;
  end Cell;
model FamilyFault Cell a[5];
  Cell b[5](q = 3);
  Cell c[5](k = {1, 2});
  Cell d[5](k = 3);
  end FamilyFault;
