Real x;
equation
  x = 1;
model A
  Real x = ;
end A;
