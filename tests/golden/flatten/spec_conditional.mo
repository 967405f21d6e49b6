// Section 4.4.5: a component that is switched off is gone with its
// connections; one that is on stays.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Load
  Pin p;
  parameter Real r = 1;
equation
  p.v = r*p.i;
end Load;

model Source
  Pin p;
equation
  p.v = 10;
end Source;

model SpecConditional
  parameter Integer level = 1;
  Source source;
  Load first(r = 2) if level > 0;
  Load second(r = 4) if level > 1;
equation
  connect(source.p, first.p);
  connect(source.p, second.p);
end SpecConditional;
