model A
  Real x;
/* a comment
equation
  x = 1;
end A;
