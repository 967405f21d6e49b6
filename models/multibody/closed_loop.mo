package Planar "mechanics in a plane; the orientation is a unit vector"
  record Orientation
    Real c, s "cosine and sine of the angle: one of them would do";
    function equalityConstraint
      input Orientation a, b;
      output Real residue[1];
    algorithm
      residue := {a.c*b.s - a.s*b.c};
    end equalityConstraint;
  end Orientation;
  connector Frame
    Real x, y;
    Orientation R;
    flow Real fx, fy, t;
  end Frame;
  model World
    Frame frame;
  equation
    Connections.root(frame.R);
    frame.x = 0;
    frame.y = 0;
    frame.R.c = 1;
    frame.R.s = 0;
  end World;
  model Bar "rigid, without mass"
    parameter Real rx = 0, ry = 0 "from a to b, seen from a";
    Frame a, b;
  protected
    Real dx = a.R.c*rx - a.R.s*ry, dy = a.R.s*rx + a.R.c*ry;
  equation
    Connections.branch(a.R, b.R);
    b.R = a.R;
    b.x = a.x + dx;
    b.y = a.y + dy;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t + b.t + dx*b.fy - dy*b.fx = 0;
  end Bar;
  model Revolute
    Frame a, b;
    Real phi, w;
  equation
    Connections.branch(a.R, b.R);
    w = der(phi);
    b.R.c = a.R.c*cos(phi) - a.R.s*sin(phi);
    b.R.s = a.R.s*cos(phi) + a.R.c*sin(phi);
    b.x = a.x;
    b.y = a.y;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t = 0;
    b.t = 0;
  end Revolute;
  model Body
    parameter Real m = 1, J = 1, g = 9.81;
    Frame a;
    Real vx, vy, w;
  equation
    Connections.potentialRoot(a.R);
    if Connections.isRoot(a.R) then
      a.R.c^2 + a.R.s^2 = 1;
    end if;
    vx = der(a.x);
    vy = der(a.y);
    w = a.R.c*der(a.R.s) - a.R.s*der(a.R.c);
    m*der(vx) = a.fx;
    m*der(vy) = a.fy - m*g;
    J*der(w) = a.t;
  end Body;
end Planar;
model ClosedLoop "A parallelogram: its upper bar swings without turning"
  Planar.World world;
  Planar.Bar ground(rx = 2), left(ry = -1), right(ry = -1);
  Planar.Bar half1(rx = 1), half2(rx = 1);
  Planar.Revolute j1(phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
  Planar.Revolute j2(phi(start = -0.5)), j3(phi(start = 0.5)), j4(phi(start = -0.5));
  Planar.Body body;
equation
  connect(world.frame, j1.a);
  connect(world.frame, ground.a);
  connect(j1.b, left.a);
  connect(left.b, j2.a);
  connect(j2.b, half1.a);
  connect(half1.b, body.a);
  connect(half1.b, half2.a);
  connect(ground.b, j3.a);
  connect(j3.b, right.a);
  connect(right.b, j4.a);
  connect(j4.b, half2.b);
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8),
             __foucault(plot = "body.a.y:body.a.x,left.b.y:left.b.x,right.b.y:right.b.x"));
end ClosedLoop;
