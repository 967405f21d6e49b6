expandable connector Bus
end Bus;

operator record Complex
  Real re, im;
end Complex;

model extends Short
end Short;

model Refused
  Short s;
  Bus bus;
  Complex c;
end Refused;
