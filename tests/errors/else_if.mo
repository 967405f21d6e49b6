model ElseIf
  Real x(start = 1, fixed = true);
equation
  if x > 1 then
    der(x) = 1;
  else if x > 0 then
    der(x) = 2;
  else
    der(x) = 3;
  end if;
end ElseIf;
