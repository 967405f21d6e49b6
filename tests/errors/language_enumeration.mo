type Color = enumeration(red, green, red);
type Size = enumeration(small, large);
model LanguageEnumeration
  Size a = Size.middle;
  Size b = 1;
  Integer c = Size.small;
  Boolean d = Size.small == Color.red;
  Size e = Size(5);
end LanguageEnumeration;
