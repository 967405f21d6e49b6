model A
  Real x;
  Boolean b;
equation
  x = 2*-3;
  x = 2^3^4;
  b = 1 < x < 2;
  b = not not b;
  x = 1 + if b then 1 else 2;
  x = 2x;
  x = 3 4;
  x = * 2;
end A;
