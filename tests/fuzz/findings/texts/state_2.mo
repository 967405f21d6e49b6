model M
  block Up
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end Up;
  inner Integer n(start = 0);
  Up a if false, b[0], c, d;
  Boolean on = activeState(a);
equation
  initialState(a);
  initialState(b);
  transition(a, c, n > 2);
  transition(c, b, n > 2);
  transition(c, d, n > 2);
end M;
