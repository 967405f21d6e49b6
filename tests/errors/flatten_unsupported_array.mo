model Refused
  Real x[3];
  Real[2, 2] y;
  parameter Integer n = 2;
  Real z[n](each start = 0);
equation
  x[1] = 1;
  y[1, 1] + z[n] = 2;
end Refused;
