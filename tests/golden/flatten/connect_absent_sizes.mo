// Section 4.4.5: what is connected to a component that is not there goes, and
// the other end may then have fewer elements than the subscript asks for. One
// end is an array of variables, one an array of components.
model ConnectAbsentSizes
  connector In = input Real;
  connector Out = output Real;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  block Source
    Out y = time;
  end Source;
  block Sum
    parameter Integer n = 0;
    In u[n];
    Out y = sum(u);
  end Sum;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Branch
    parameter Boolean has_shade = false;
    parameter Integer n = 0;
    Source glass;
    Source shade if has_shade;
    Sum total(n = if has_shade then 2 else 1);
    Ground g[n];
    Pin p if n > 0;
  equation
    connect(glass.y, total.u[1]);
    connect(shade.y, total.u[2]);
    connect(g[1].p, p);
  end Branch;
  Branch plain, shaded(has_shade = true, n = 1);
end ConnectAbsentSizes;
