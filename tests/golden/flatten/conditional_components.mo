connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
  parameter Boolean hot = false;
  Pin heat if hot;
  Real loss = if hot then R else 0;
equation
  p.i + n.i = 0;
  p.v - n.v = R*p.i;
  connect(heat, p);
end Resistor;

model ConditionalComponents
  Resistor a, b(hot = true);
  Resistor c[n](each R = 4) if n > 1;
  parameter Integer n = 1;
equation
  connect(a.p, b.n);
  connect(c[1].p, a.n);
  a.n.v = 0;
  b.p.v = time;
end ConditionalComponents;
