model A
  Real x;
  Real y;
equation
  x = 2*(1 + sin(3);
  y = 4;
end A;
