model EqualStates "index 1 as written: x = y is still an equation"
  Real x(start = 1, fixed = true), y, f;
equation
  der(x) = -x + f;
  der(y) = -2*y - f;
  x = y;
end EqualStates;
