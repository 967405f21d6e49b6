// Section 5.5: inner outer takes the value from above for itself and gives
// another one to what is below.
model Leaf
  outer Real level;
  Real seen = level;
end Leaf;

model Middle
  inner outer Real level = 2*level;
  Leaf below;
end Middle;

model SpecInnerOuterSimple
  inner Real level = time;
  Leaf leaf;
  Leaf twin;
  Middle middle;
end SpecInnerOuterSimple;
