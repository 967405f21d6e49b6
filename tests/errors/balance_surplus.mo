// One equation too many in a component inside of a component.
model BalanceSurplus
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 1;
    Pin p, n;
    Real u = p.v - n.v;
  equation
    p.i + n.i = 0;
    u = R*p.i;
    u = R*n.i;
  end Resistor;
  model Box
    Pin p, n;
    Resistor r;
  equation
    connect(p, r.p);
    connect(n, r.n);
  end Box;
  model Source
    Pin p, n;
  equation
    p.i + n.i = 0;
    p.v = 1;
  end Source;
  Source source;
  Box box;
equation
  connect(source.p, box.p);
  connect(source.n, box.n);
end BalanceSurplus;
