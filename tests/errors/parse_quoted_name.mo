model A
  Real 'not closed;
  Real y;
  Real 'größe';
equation
  y = 1;
end A;
