// An outer element of a connector leads back to the connector itself.
model OuterOfModel
  connector Pin
    Real v;
    outer Root root;
    flow Real i;
  end Pin;
  model Root
    Pin p;
    Real x = time;
  equation
    p.v = 0;
  end Root;
  outer Root root;
  Pin q;
equation
  connect(q, root.p);
end OuterOfModel;
