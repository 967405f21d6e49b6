type Vector = Real[3];

model Refused
  Vector v;
end Refused;
