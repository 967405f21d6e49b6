model ParameterCycle
  parameter Real a = 2*b;
  parameter Real b = c + 1;
  parameter Real c = a - 1;
  Real x = a;
end ParameterCycle;
