model extends Short
end Short;

model Refused
  Short s;
end Refused;
