// The assertion holds in one component and fails in the other; the one that
// is redeclared has its fault in the new class.
package Parts
  partial model Law
    Real y;
  end Law;
  model Linear
    extends Law;
  equation
    y = slope * time;
  end Linear;
  model Gain
    constant Integer order = 1;
    replaceable model Rule = Law;
    Rule rule;
  equation
    assert(order > 0, "the order must be positive");
  end Gain;
  model Flat
    extends Law(y(start = 1));
  equation
    y = 1;
  end Flat;
end Parts;

model PlaceAssert
  Parts.Gain good(redeclare model Rule = Parts.Flat);
  Parts.Gain bad[2](each order = 0, redeclare model Rule = Parts.Linear);
end PlaceAssert;
