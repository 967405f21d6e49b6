model Attributes "what the merged variables know of each other"
  Real x(start = 4), y(start = -5, fixed = true, nominal = 100), z;
  output Real out;
equation
  x = -y;
  z = x;
  out = z;
  der(z) = -x;
end Attributes;
