model A
  Real x[2, 2];
  Real y[2];
equation
  x = [1, 2; 3 4; 5, 6];
  y = {1, 2);
  y[1 = 3;
end A;
