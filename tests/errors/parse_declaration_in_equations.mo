model A
  Real x;
equation
  x = 1;
  Real y;
  parameter Real p = 2;
  y = p;
end A;
