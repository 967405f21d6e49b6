model ParseConditionEquals
  Real d = time - 1;
  Real n;
equation
  if d = 0 then
    n = 1;
  else
    n = 0;
  end if;
end ParseConditionEquals;
