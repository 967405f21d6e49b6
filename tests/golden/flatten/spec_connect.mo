// Sections 9.1 and 9.2: sets across a hierarchy, with signs inside and outside.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Series
  Pin p, n;
  Resistor a(R = 1), b(R = 2);
equation
  connect(p, a.p);
  connect(a.n, b.p);
  connect(b.n, n);
end Series;

model Source
  Pin p, n;
equation
  p.v - n.v = sin(time);
  p.i + n.i = 0;
end Source;

model SpecConnect
  Series series;
  Source source;
  Ground ground;
  Resistor open(R = 5);
equation
  connect(source.p, series.p);
  connect(series.n, source.n);
  connect(source.n, ground.p);
  connect(open.p, source.p);
end SpecConnect;
