// The component at fault is named, not the whole network.
model BalanceMissing
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Source
    Pin p, n;
  equation
    p.i + n.i = 0;
    p.v - n.v = 1;
  end Source;
  model Resistor
    Pin p, n;
    Real u;
  equation
    p.i + n.i = 0;
    u = p.v - n.v;
  end Resistor;
  Source source;
  Resistor r1, r2;
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, source.n);
  connect(source.n, ground.p);
end BalanceMissing;
