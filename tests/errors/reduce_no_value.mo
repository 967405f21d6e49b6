model NoValue
  parameter Real length;
  parameter Integer n;
  Real x = n*length;
end NoValue;
