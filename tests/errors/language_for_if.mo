// Loops and branches that cannot be unrolled or chosen.
model LanguageForIf
  Real x(start = 1), y, z[2];
  Integer n = integer(time);
equation
  der(x) = -x;
  for i in 1:n loop
    z[i] = i;
  end for;
  for i loop
    y = 1;
  end for;
  if x > 0 then
    y = 1;
  else
    y = 2;
    z[1] = 3;
  end if;
  for i in 1:2 loop
    i = 3;
  end for;
end LanguageForIf;
