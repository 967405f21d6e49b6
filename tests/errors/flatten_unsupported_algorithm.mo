model Refused
  Real x, y;
algorithm
  x := 1;
initial algorithm
  y := 1;
end Refused;
