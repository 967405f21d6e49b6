// Section 4.8.5: enumerations as types, values, array dimensions and ranges.
type Size = enumeration(small "S", medium "M", large "L");

model SpecEnumeration
  parameter Size s = Size.medium;
  constant Integer rank = Integer(Size.large);
  Real weight[Size] = {1, 2, 4};
  Real total = sum(weight[k] for k in Size);
  Real own = weight[s];
  Boolean is_big = s > Size.small;
  Real sorted[Size];
equation
  for k in Size loop
    sorted[k] = 10*weight[k] + Integer(k);
  end for;
end SpecEnumeration;
