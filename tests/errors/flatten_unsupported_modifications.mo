model Part
  Real y;
end Part;

model Holder
  type T = Real;
  Real x;
  Part part;
end Holder;

model Refused
  Holder a(x = break, part = 3);
  Holder b(T = 1);
end Refused;
