// Section 9.4: branches that make a loop, a tree without a root, arguments
// that are not overdetermined.
package Parts
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a, b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector Plug
    Angle theta;
    Real v;
    flow Real i;
  end Plug;
  model Line
    Plug p, n;
  equation
    Connections.branch(p.theta, n.theta);
    p.theta = n.theta;
    p.i + n.i = 0;
    p.v = n.v;
  end Line;
end Parts;
model Overconstrained
  import Parts.*;
  Line a, b, alone;
  Boolean early = Connections.isRoot(a.p.theta);
  Real x;
equation
  Connections.root(a.p.theta);
  Connections.branch(a.p.theta, b.p.theta);
  Connections.branch(b.n.theta, a.n.theta);
  Connections.branch(a.p.v, b.p.v);
  Connections.root(3);
  x = if Connections.rooted(b.n.theta) then 1 else 2;
  x = if Connections.rooted(a.p.theta) then 1 else 2;
end Overconstrained;
