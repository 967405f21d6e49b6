model A
  extends B;
end A;

model B
  extends C;
  Real x;
end B;

model C
  extends A;
end C;

model Cyclic
  extends A;
equation
  x = 1;
end Cyclic;
