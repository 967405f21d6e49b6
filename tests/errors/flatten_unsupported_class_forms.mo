expandable connector Bus
end Bus;

model extends Short
end Short;

model Refused
  Short s;
  Bus bus;
end Refused;
