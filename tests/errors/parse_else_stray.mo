model A
  Real x;
equation
  x = 1;
  else
  x = 2;
  end if;
end A;
