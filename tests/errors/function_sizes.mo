// Sizes of variables before they are assigned: zero, or not known.
model FunctionSizes
  function open
    input Real u;
    output Real y[:];
  algorithm
    y := fill(u, size(y, 1));
  end open;

  function cyclic
    input Real u;
    output Real y[size(z, 1)];
  protected
    Real z[size(y, 1)];
  algorithm
    y := fill(u, size(y, 1));
  end cyclic;

  function early
    input Real u;
    output Real y[2];
  algorithm
    y[1] := u;
    y := {sum(z), u};
  protected
    Real z[2];
  end early;

  function equal
    input Boolean b;
    output Boolean y = b;
  algorithm
  end equal;

  Real a[2] = open(1), b[2] = cyclic(1), c[2] = early(1);
  Boolean d = equal(time == 1);
end FunctionSizes;
