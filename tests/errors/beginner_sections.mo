// A keyword in the plural.
model Sections
  Real x;
equations
  der(x) = -x;
end Sections;
