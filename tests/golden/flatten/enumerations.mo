// Enumerations: section 4.8.5.
model Enumerations
  type Size = enumeration(small "S", medium "M", large);
  parameter Size s = Size.medium, t = Size(3);
  parameter Integer i = Integer(s);
  constant Integer c = Integer(Size.large);
  constant Boolean b = Size.small < Size.large;
  Size v(start = Size.small);
  Real w[Size], x(stateSelect = StateSelect.prefer);
  constant Size lowest = min({Size.medium, Size.small}), top = Size.large;
equation
  v = if time > 1 then s else Size.large;
  for e in Size loop
    w[e] = if e == Size.medium then 1 else Integer(e)*time;
  end for;
  der(x) = if v == Size.small then 1 else 2;
end Enumerations;
