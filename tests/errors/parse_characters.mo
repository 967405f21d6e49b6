model A
  Real x;
  Boolean b;
equation
  b = x > 1 && x < 2;
  b = x != 1;
  x = 1 − 2;
  x = “a”;
  x = größe;
  x = 3 % 2;
end A;
