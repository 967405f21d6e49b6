type Length = Real(final quantity = "Length", final unit = "m");
type Height = Length(min = 0, displayUnit = "cm");
type Level = Height(start = 2, nominal = 10);
type Count = Integer(min = 0);
type Flag = Boolean(start = true);
type Angle
  extends Real(unit = "rad");
end Angle;
connector RealInput = input Real "a signal";

model Types "attributes through several levels of type definitions"
  Length a;
  Height b(max = 100);
  Level c(start = 3, displayUnit = "mm") "the modifier of the component wins";
  Count n;
  Flag on(fixed = true);
  Angle phi;
  RealInput u;
equation
  a = b + time;
  b = 2;
  der(c) = u/4;
  n = 3;
  on = time > 1;
  phi = 0;
end Types;
