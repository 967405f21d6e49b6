// The size is wrong because of the modifier of one of four components.
model Line
  parameter Integer n = 2;
  Real x[n];
equation
  x = {i for i in 1:size(x, 1)};
end Line;

model Pair
  parameter Integer m = 3;
  Line first(n = m - 5);
  Line second(n = m);
end Pair;

model PlaceSize
  Pair good(m = 7);
  Pair pair(m = 4);
end PlaceSize;
