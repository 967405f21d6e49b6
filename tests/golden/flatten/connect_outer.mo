// The second example of section 9.2: the outer resistor is the inner one, and
// stays an inside connector where it is named.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Resistor
  Pin p, n;
equation
  p.i + n.i = 0;
  p.v - n.v = 3*p.i;
end Resistor;

model Load
  Pin p, n;
  outer Resistor resistor;
equation
  connect(p, resistor.p);
  connect(resistor.n, n);
end Load;

model Circuit
  Ground ground;
  Load load;
  inner Resistor resistor;
equation
  connect(load.p, ground.p);
end Circuit;
