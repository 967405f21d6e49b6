model Refused
  Real x;
equation
  for i in 1:3 loop
    x = i;
  end for;
end Refused;
