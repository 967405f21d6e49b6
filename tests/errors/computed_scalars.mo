/* A scalar is not an array, however large the other one is. */
model ComputedScalars
  function stacked
    input Integer n;
    output Real y;
  protected
    Real v[n];
    Real w[:, :];
  algorithm
    w := {v, 1};
    y := 1;
  end stacked;
  function joined
    input Integer n;
    output Real y;
  protected
    Real v[n];
  algorithm
    v := cat(1, v, 1);
    y := 1;
  end joined;
  function spread
    input Integer n;
    output Real y;
  protected
    Real v[n];
  algorithm
    v[:] := 1;
    y := 1;
  end spread;
  Integer n = if time > 1 then 2 else 3;
  Real a = stacked(n);
  Real b = joined(n);
  Real c = spread(n);
end ComputedScalars;
