model A
  Real x;
  der(x) = 1;
  x = 2;
end A;
