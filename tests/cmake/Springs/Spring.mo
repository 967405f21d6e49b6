within Springs;
model Spring
  parameter Real c = 1;
  input Real s;
  output Real f;
equation
  f = c*s;
end Spring;
