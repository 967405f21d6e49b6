model Refused
  Real x;
  Integer n(start = 0, fixed = true);
algorithm
  when time > 1 then
    x := 1;
  end when;
algorithm
  if time > 1 then
    n := 1;
  end if;
end Refused;
