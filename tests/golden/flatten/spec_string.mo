// Sections 3.6.1 and 3.5: strings at translation.
model SpecString
  constant String name = "n" + String(3);
  constant Boolean same = name == "n3";
  parameter Real k = if name < "o" then 1 else 2;
  parameter Integer n = if same then 2 else 3;
  Real x[n] = fill(k, n);
end SpecString;
