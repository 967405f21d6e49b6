// Sections 7.1 and 7.4: inherited by two ways, which leave out the same.
package Parts
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Part
    Pin p, n;
  equation
    p.v - n.v = p.i;
    p.i + n.i = 0;
  end Part;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Circuit
    Part a, b;
    Ground ground;
  equation
    connect(a.p, b.p);
    connect(a.n, b.n);
    connect(a.n, ground.p);
  end Circuit;
  model Left
    extends Circuit(break connect(a.p, b.p), break connect(a.n, b.n));
  end Left;
  model Right
    extends Circuit(break connect(b . n, a.n), break connect(a.p, b.p));
    Ground other;
  equation
    connect(other.p, b.n);
  end Right;
end Parts;
model Both
  extends Parts.Left;
  extends Parts.Right;
end Both;
