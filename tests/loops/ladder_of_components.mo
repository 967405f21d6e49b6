package Parts
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
  model Resistor
    extends TwoPin;
    parameter Real R = 0.1;
  equation
    v = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1e-3;
  equation
    C*der(v) = i;
  end Capacitor;
  model Source
    extends TwoPin;
  equation
    v = sin(10*time);
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
end Parts;

model LadderOfComponents "RC ladder: connected components, one long sum"
  parameter Integer n = 300;
  Parts.Resistor r[n];
  Parts.Capacitor c[n];
  Parts.Source s;
  Parts.Ground g;
equation
  connect(s.n, g.p);
  connect(s.p, r[1].p);
  for k in 1:n loop
    connect(r[k].n, c[k].p);
    connect(c[k].n, g.p);
  end for;
  for k in 1:n - 1 loop
    connect(r[k].n, r[k + 1].p);
  end for;
end LadderOfComponents;
