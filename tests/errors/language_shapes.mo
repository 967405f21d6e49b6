// Shapes that do not fit each other.
model LanguageShapes
  Real a[3], b[2], m[2, 3];
  Real c[3] = {1, 2};
  Real d = {1};
equation
  a = b;
  a + b = {1, 2, 3};
  m*b = {1, 2};
  a = [1, 2; 3];
  sum(a) = b;
end LanguageShapes;
