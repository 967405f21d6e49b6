model A
  Real x;
end;
