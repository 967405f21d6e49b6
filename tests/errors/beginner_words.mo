// Words of other languages for things of Modelica.
model Words
  float a = 1;
  bool b = True;
  Real x = sin(2*pi*t);
  Real y = ln(x) + pow(x, 2) + e^x;
  type Color = enumeration(red, green);
  Color c = Color.blue;
  Real v[3] = 1;
end Words;
