model A
  Real x "a description without an end;
equation
  x = 1;
end A;
