// A connector of connectors: its parts are connected together or one by one;
// a connector seen from inside and from outside is in two sets.
connector Pin
  Real v;
  flow Real i;
end Pin;

connector Plug
  Pin a, b;
end Plug;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Short
  Plug plug;
equation
  connect(plug.a, plug.b);
end Short;

model Source
  Plug plug;
equation
  plug.a.v - plug.b.v = 1;
  plug.a.i + plug.b.i = 0;
end Source;

model Box
  Plug plug;
  Source source;
equation
  connect(plug, source.plug);
end Box;

model Nested
  Plug plug;
  Box box;
  Source source;
  Ground ground;
equation
  connect(box.plug, source.plug);
  connect(plug, source.plug);
  connect(plug.b, ground.p);
end Nested;
