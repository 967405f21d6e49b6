model InitialDiscrete
  Integer i;
initial equation
  i = 1;
equation
  i = if time > 1 then 2 else 3;
end InitialDiscrete;
