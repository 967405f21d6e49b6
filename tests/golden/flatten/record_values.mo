// Records as values: fields, arrays of records, equations, if.
model RecordValues
  record Point
    Real x, y;
  end Point;
  record Line
    Point from, to;
    parameter Integer k = 1;
  end Line;
  parameter Point origin(x = 0, y = 0);
  Point p, q[2], r = q[2];
  parameter Point array[2](x = {1, 2}, each y = 3);
  Real xs[2] = q.x, total = sum(q.y);
  Line l(from = p, to = q[1]);
equation
  p = origin;
  q = array;
  l.k*time = 1;
end RecordValues;
