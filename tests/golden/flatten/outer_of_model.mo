// An outer component of the model itself: nothing is around it (section 5.4).
model OuterOfModel
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Root
    parameter Real k = 2;
    parameter Real l = 3*k;
    Pin p;
    Real x = l*time;
  equation
    p.v = 0;
  end Root;

  model Part
    outer Root root;
    parameter Real m = root.l;
  end Part;

  Part part;
  outer Root root;
  Pin q;
equation
  connect(q, root.p);
end OuterOfModel;
