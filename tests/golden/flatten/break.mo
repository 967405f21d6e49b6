model Base
  Real x = 1;
  Real y = x;
  Real z(start = 2) = 3;
end Base;

model Break
  extends Base(break y, z = break);
equation
  z = 4*x;
end Break;
