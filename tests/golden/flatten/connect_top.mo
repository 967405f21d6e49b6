// Connectors of the model itself are not connected from outside: their flows
// are zero. Two of them may be connected with each other.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
equation
  p.i + n.i = 0;
  p.v - n.v = 2*p.i;
end Resistor;

model Top
  Pin p, q, free;
  Resistor r;
equation
  connect(p, r.p);
  connect(p, q);
  p.v = 1;
  free.v = 2;
end Top;
