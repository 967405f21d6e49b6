model A
  extends B.X;
end A;

model B
  extends A.X;
end B;

model CyclicBases
  extends A;
end CyclicBases;
