model NoUnknown "two equations between parameters"
  parameter Real p = 1, q = 2;
  Real x, y;
equation
  p = 1;
  p + q = 3;
end NoUnknown;
