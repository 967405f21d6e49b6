model A
  Real x[3];
equation
  for i in 1:3 loop
    x[i] = i;
  end if;
end A;
