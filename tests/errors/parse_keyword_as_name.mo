model A
  Real end;
  Real initial;
  Real model;
end A;
