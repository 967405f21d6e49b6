model A
  Real x;
equation
  x = 1;
