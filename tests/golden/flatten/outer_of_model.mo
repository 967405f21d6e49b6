// An outer component of the model itself: nothing is around it (section 5.4).
model OuterOfModel
  connector Pin
    Real v;
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
