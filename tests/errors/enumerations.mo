model Enumerations
  type Size = enumeration(small, medium, large);
  type Color = enumeration(red, green);
  parameter Size a = Color.red;
  parameter Size b = 1;
  parameter Size c = Size(4);
  parameter Size d = Size.smal;
  Boolean e = a == Color.red;
  Real f = Size.small + 1;
  parameter Integer g = Integer(2.5);
  Real h[Size] = {1, 2};
end Enumerations;
