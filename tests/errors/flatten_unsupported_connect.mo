connector Pin
  Real v;
end Pin;

model Refused
  Pin a, b;
equation
  connect(a, b);
end Refused;
