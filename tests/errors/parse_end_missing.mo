package P
  model A
    Real x;
  equation
    x = 1;

  model B
    Real y;
  equation
    y = 1;
  end B;
end P;
