model A
  Real x = if time > 1 then 2;
  Real y = if time > 1 then 2 elsif time > 2 then 3 else 4;
  Real z(start = 1;
end A;
