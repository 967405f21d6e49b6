// Strings at translation: sections 3.5, 3.6.1 and 3.7.1.
model Strings
  type Color = enumeration(red, green);
  constant String a = "x" + "y", b = String(12.3456789), c = String(1e-10);
  constant String d = String(5, minimumLength = 3) + "|";
  constant String e = String(true, minimumLength = 6, leftJustified = false);
  constant String f = String(3.14159, significantDigits = 3);
  constant String g = String(4.5, format = ".3f"), h = String(255, format = "X");
  constant String i = String(Color.green), j[2] = {"a", "b"} + {"c", "d"};
  constant Boolean k = "a" < "b", l = a == "xy", m = "a" <> "a";
  Real x = if a == "xy" then 1 else 2;
end Strings;
