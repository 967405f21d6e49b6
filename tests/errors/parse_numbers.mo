model A
  Real x = 1e;
  Real y = 1e400;
  Integer i = 99999999999999999999;
  Real z = 1.5e+;
  Real u = 1e-400;
end A;
