// Section 9.4: a ring of overdetermined connectors is broken at the edge that
// closes it; a connection of what is connected already adds nothing; roots
// and distances can be asked for.
package Overconstrained
  type Angle
    extends Real(unit = "rad");
    function equalityConstraint
      input Angle a, b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  record Direction
    Real c, s;
    function equalityConstraint
      input Direction a, b;
      output Real residue[1];
    algorithm
      residue := {a.c*b.s - a.s*b.c};
    end equalityConstraint;
  end Direction;
  connector Plug
    Angle theta;
    Direction d[2];
    Real v;
    flow Real i, j[2];
  end Plug;
  model Source
    Plug p;
  equation
    Connections.root(p.theta);
    p.theta = time;
    p.v = 1;
    for k in 1:2 loop
      Connections.root(p.d[k]);
      p.d[k] = Direction(1, 0);
    end for;
  end Source;
  model Line
    Plug p, n;
  equation
    Connections.branch(p.theta, n.theta);
    if Connections.rooted(p.theta) then
      n.theta = p.theta;
    else
      p.theta = n.theta;
    end if;
    for k in 1:2 loop
      Connections.branch(p.d[k], n.d[k]);
      n.d[k] = p.d[k];
    end for;
    p.i + n.i = 0;
    p.j + n.j = {0, 0};
    p.v - n.v = p.i;
  end Line;
  model Load
    parameter Integer rank = 0;
    Plug p;
  equation
    Connections.potentialRoot(p.theta, priority = rank);
    Connections.potentialRoot(p.d[1], rank);
    Connections.potentialRoot(p.d[2]);
    if Connections.isRoot(p.theta) then
      p.theta = 7;
      p.d = {Direction(1, 0), Direction(0, 1)};
    end if;
    p.v = p.i;
    p.j = {p.v, 0};
  end Load;
end Overconstrained;
model Ring
  import Overconstrained.*;
  Source s;
  Line a, b;
  Load load, other(rank = 2), first(rank = 1);
equation
  connect(s.p, a.p);
  connect(a.n, b.n);
  connect(b.p, s.p);
  connect(load.p, a.n);
  connect(load.p, b.n);
  connect(other.p, first.p);
end Ring;
