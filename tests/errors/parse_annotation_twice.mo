model A
  annotation(a = 1);
  Real x;
  annotation(b = 2);
end A;
