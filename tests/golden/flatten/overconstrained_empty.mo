// An angle of no elements, as of direct current, needs no root.
type Angle
  extends Real;
  function equalityConstraint
    input Angle a[:];
    input Angle b[:];
    output Real residue[0];
  algorithm
    assert(size(a, 1) == size(b, 1), "sizes");
  end equalityConstraint;
end Angle;

connector Pin
  constant Integer m = 0;
  Real v;
  flow Real i;
  Angle theta[m];
end Pin;

model Resistor
  Pin p, n;
equation
  p.v - n.v = 2*p.i;
  p.i + n.i = 0;
  Connections.branch(p.theta, n.theta);
end Resistor;

model OverconstrainedEmpty
  Resistor a, b;
equation
  connect(a.n, b.p);
  a.p.v = time;
  b.n.v = 0;
end OverconstrainedEmpty;
