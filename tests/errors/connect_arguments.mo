// The arguments are connectors of the class, or of its components.
model ConnectArguments
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Inner
    Pin p;
    Real x;
  end Inner;
  model Outer
    Inner inside;
    Pin p[2];
  end Outer;
  Real x;
  Outer a, b;
  Pin q[3];
equation
  connect(x, a.p[1]);
  connect(a, b);
  connect(a.inside.p, b.p[1]);
  connect(a.p, q);
  connect(a.p, q[1]);
  connect(a.p[3], q[1]);
  connect(a.r, q[1]);
  connect(missing, q[1]);
end ConnectArguments;
