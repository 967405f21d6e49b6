// A declaration cannot ask how often a connector is connected.
model Cardinality_binding
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model End
    Pin p;
    Integer n = cardinality(p);
  equation
    p.i = p.v;
  end End;
  End a, b;
equation
  connect(a.p, b.p);
end Cardinality_binding;
