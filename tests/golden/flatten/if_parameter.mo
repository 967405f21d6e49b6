model IfParameter "Branches of different length are decided by the values of parameters"
  parameter Real C = 0.1; parameter Boolean dyn = true;
  Real v(start = 1); Real i;
initial equation
  if C > 0 and dyn then v = 1; end if;
equation
  v + i = 1;
  if C > 0 then
    if dyn then C*der(v) = i; else C*v = i; end if;
  else v = 0; end if;
end IfParameter;
