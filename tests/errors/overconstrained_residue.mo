/* What equalityConstraint() gives is compared with zero. */
model OverconstrainedResidue
  record Orientation
    Real T[2];
    function equalityConstraint
      input Orientation a;
      input Orientation b;
      output Boolean residue[1];
    algorithm
      residue := {true};
    end equalityConstraint;
  end Orientation;
  connector Frame
    Orientation R;
    Real r;
    flow Real f;
  end Frame;
  model Bar
    Frame a, b;
  equation
    Connections.branch(a.R, b.R);
    a.R = b.R;
    a.r = b.r;
    a.f + b.f = 0;
  end Bar;
  model World
    Frame a;
  equation
    Connections.root(a.R);
    a.R.T = {1, 0};
    a.r = 0;
  end World;
  World world;
  Bar bar[2];
equation
  connect(world.a, bar[1].a);
  connect(bar[1].b, bar[2].a);
  connect(bar[2].b, bar[1].a);
end OverconstrainedResidue;
