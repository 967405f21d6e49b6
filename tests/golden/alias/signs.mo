model Signs "x = y, x = -y in all the ways they are written"
  Real x(start = 1, fixed = true), a, b, c, d, e;
equation
  der(x) = a + b + c + d + e;
  a = x;
  b = -a;
  0 = c + x;
  -d = b;
  e - c = 0;
end Signs;
