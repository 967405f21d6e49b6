model A
  Real x;
equation
  if time > 1
    x = 1;
  else
    x = 2;
  end if;
  when time > 2 the
    x = 3;
  end when;
  for i 1:3 loop
    x = 4;
  end for;
  x = ;
end A;
