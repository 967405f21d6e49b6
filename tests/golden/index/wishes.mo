model Wishes "stateSelect and fixed decide between equal pivots"
  Real x(stateSelect = StateSelect.prefer), y, z;
  Real a, b(start = 1, fixed = true), c;
equation
  der(x) = z + y;
  der(y) = z - 2*x;
  x + y = sin(time);
  der(a) = c + b;
  der(b) = c - 2*a;
  a + b = cos(time);
end Wishes;
