model Dependent "the third equation is the sum of the others"
  Real a, b, c;
equation
  a + b = 1;
  b - c = sin(time);
  2*a + 4*b - 2*c = 2 + 2*sin(time);
end Dependent;
