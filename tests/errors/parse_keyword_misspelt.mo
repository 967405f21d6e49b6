model A
  paramter Real p = 1;
  Real x;
equation
  x = p;
end A;
