connector Pin
  Real v;
  flow Real i;
end Pin;

model Branches
  parameter Integer n = 1;
  Pin p, q;
  Real x, y;
  Boolean b;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
    y = 3;
  end if;
  if time > 2 then
    y = 1;
  end if;
  if time > 3 then
    connect(p, q);
  end if;
  if n then
    y = 4;
  end if;
  for i in {{1, 2}} loop
    x = i;
  end for;
  for i loop
    y = i;
  end for;
  assert(n > 1, "n must be larger");
  assert(n, "no Boolean");
end Branches;
