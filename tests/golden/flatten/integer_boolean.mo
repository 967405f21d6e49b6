model IntegerBoolean
  parameter Integer n(min = 1, max = 10) = 3;
  Integer i(start = 0), j;
  Boolean a, b(start = true, fixed = true), c;
  Real x, y;
equation
  i = integer(time) + n*2 - 1;
  j = div(i, 2) + mod(i, n) - rem(i, n) + abs(-i) + sign(i) + min(i, n) + max(1, 2);
  a = i > j or not b;
  b = i == j and time < 1 or c;
  c = a <> b;
  x = i/j + i^2 + i*1.5 - n;
  y = max(i, x) + min(i, 2.0) + (if c then i else 0.5);
end IntegerBoolean;
