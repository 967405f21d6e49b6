model TooManyEquations
  parameter Real R = 2;
  Real u, i;
equation
  u = sin(time);
  u = R*i;
  i = cos(time);
end TooManyEquations;
