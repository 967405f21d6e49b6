type Color = enumeration(red, green);

model Refused
  Color c;
  Real x = if Color.red < Color.green then 1 else 2;
  StateSelect s;
  Clock k;
end Refused;
