// The example of the specification, section 9.2: inside and outside
// connectors, and flows that are not connected.
connector Pin
  Real v;
  flow Real i;
end Pin;

partial model TwoPin
  Pin p, n;
equation
  p.i + n.i = 0;
end TwoPin;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
end Resistor;

model Load
  Pin p, n;
  Resistor resistor;
equation
  connect(p, resistor.p);
  connect(resistor.n, n);
end Load;

model Circuit
  Ground ground;
  Load load;
  Resistor resistor(R = 2);
equation
  connect(load.p, ground.p);
  connect(resistor.p, ground.p);
end Circuit;
