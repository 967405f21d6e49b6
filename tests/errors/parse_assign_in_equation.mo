model A
  Real x;
equation
  x := 1;
  x == 1;
  x;
end A;
