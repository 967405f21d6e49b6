model Division
  parameter Real p = 1;
  constant Integer n = 0;
  Real y = 1/0*p;
  Real z = p/n;
  Real w = mod(p, n);
  Real fine = if n == 0 then p else p/n;
  Real later = p/(time - time);
end Division;
