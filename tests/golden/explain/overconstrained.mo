model Overconstrained "two lines in parallel pass on the angle of the source"
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
  model Source
    Plug p;
  equation
    Connections.root(p.theta);
    p.theta = 2*time;
    p.v = sin(p.theta);
  end Source;
  model Line
    Plug p, n;
  equation
    Connections.branch(p.theta, n.theta);
    n.theta = p.theta;
    p.i + n.i = 0;
    p.v - n.v = p.i;
  end Line;
  Source s;
  Line a, b;
equation
  connect(s.p, a.p);
  connect(s.p, b.p);
  connect(a.n, b.n);
end Overconstrained;
