model Once
  Real y;
end Once;

model Twice
  extends Once;
  Real x;
  parameter Integer x = 1;
  Integer y;
  Real z(start = 1, start = 2);
equation
  x = 1;
end Twice;

type Once = Real;
