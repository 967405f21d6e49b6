record Point
  Real x = 1;
  Real y;
end Point;

model Cell
  parameter Real k = 1;
  parameter Real v[2] = {10, 20};
  Real s(start = 0, fixed = true);
equation
  der(s) = k*v[1] + v[2];
end Cell;

model Row
  parameter Integer n = 2;
  Cell cell[n](each v = {3, 4});
end Row;

model ArrayModifications
  Cell a[2](k = {1, 2}, v = [5, 6; 7, 8]);
  Cell b[2](each k = 9, s(start = {1.5, 2.5}));
  Row rows[2](cell(k = [1, 2; 3, 4]), each n = 2);
  Row one(cell(each k = 11));
  Point p = Point(2, 3);
  Point q[2](x = {4, 5}, each y = 6);
  Point r[2] = {Point(7, 8), p};
  Real t[3](start = {1, 2, 3}, each fixed = true);
  type Vector = Real[3](each unit = "m");
  Vector u[2](each max = 9);
  type Sequence = Integer[3](min = {1, 2, 3}, each max = 4);
  parameter Sequence order[2] = [1, 2, 3; 3, 3, 3];
equation
  der(t) = -t;
  u = [1, 2, 3; 4, 5, 6];
end ArrayModifications;
