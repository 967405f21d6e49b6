// Section 4.6: records as parameters and values.
record Data
  parameter Real a = 1;
  parameter Real b[2] = {2, 3};
end Data;

record Point
  Real x, y;
end Point;

model User
  parameter Data data;
  Real s = data.a + sum(data.b);
end User;

model SpecRecords
  parameter Data mine(a = 10);
  User first(data = mine), second(data(a = 5)), third;
  Point p, q, r[2];
equation
  p = q;
  q.x = time;
  q.y = 2*time;
  r[1] = p;
  r[2] = if time > 1 then p else q;
end SpecRecords;
