model A
end A;

model B
end B;

model Holder
  replaceable model Part = A;
  replaceable A part;
end Holder;

model Refused
  Holder a(redeclare model Part = B);
  Holder b(redeclare B part);
end Refused;
