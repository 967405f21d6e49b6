function square
  input Real x;
  output Real y = x^2;
end square;

record Point
  Real x, y;
end Point;

model Refused
  Real x = square(time);
  Point p = Point(1, 2);
  Real y = p;
end Refused;
