partial
model
  Real x;
end Real;

pure model B
end B;

expandable record C
end C;

type E = enumeration(a, 1);
