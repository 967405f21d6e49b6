model Part
  Real v = 1;
end Part;

model Base
  Real x = 1;
  Part y;
  Real z(start = 2) = 3;
end Base;

model Break
  extends Base(break y, z = break);
equation
  z = 4*x;
end Break;
