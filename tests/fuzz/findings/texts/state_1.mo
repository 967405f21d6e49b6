model M
  block Up end Up;
  Up up if false;
  Integer n(start = 0);
equation
  n = previous(n) - 2;
  initialState(up);
end M;
