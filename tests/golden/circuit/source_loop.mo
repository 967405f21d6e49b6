package Circuit "a source parallel to a capacitor, from components"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
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
    v = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Source
    extends TwoPin;
  equation
    v = sin(time);
  end Source;
end Circuit;
model Loop
  Circuit.Source source;
  Circuit.Capacitor c1, c2(v(start = 0, fixed = true));
  Circuit.Resistor r;
  Circuit.Ground ground;
equation
  connect(source.p, c1.p);
  connect(source.n, ground.p);
  connect(c1.n, ground.p);
  connect(source.p, r.p);
  connect(r.n, c2.p);
  connect(c2.n, ground.p);
end Loop;
