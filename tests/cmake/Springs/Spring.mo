within Springs;
model Spring
  parameter Real c = 1;
  Real s, f;
equation
  f = c*s;
end Spring;
