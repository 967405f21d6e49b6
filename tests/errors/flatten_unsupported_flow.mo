connector Pin
  Real v;
  flow Real i;
  stream Real h;
end Pin;

model Refused
  Pin a;
end Refused;
