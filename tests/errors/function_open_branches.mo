/* The branches of an array of computed size have one rank, and the condition
 * is a Boolean. */
model FunctionOpenBranches
  function unlike
    input Integer n;
    output Real y;
  protected
    Real v[n];
    Real w[:];
  algorithm
    w := if n > 1 then v else 1;
    y := 1;
  end unlike;
  function counted
    input Integer n;
    output Real y;
  protected
    Real v[n];
    Real w[:];
  algorithm
    w := if n then v else v;
    y := 1;
  end counted;
  Integer n = if time > 1 then 2 else 3;
  Real a = unlike(n);
  Real b = counted(n);
end FunctionOpenBranches;
