// Section 7.4: break leaves out components and connections of a base class.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin a, b;
  parameter Real r = 1;
equation
  a.i + b.i = 0;
  a.v - b.v = r*a.i;
end Part;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Source
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Source;

model Base
  Source source;
  Part upper(r = 2), lower(r = 3);
  Ground ground;
equation
  connect(source.p, upper.a);
  connect(upper.b, lower.a);
  connect(lower.b, source.n);
  connect(source.n, ground.p);
end Base;

model SpecSelective
  extends Base(break connect(ground.p, source.n), break lower);
equation
  connect(ground.p, source.n);
  connect(upper.b, source.n);
end SpecSelective;
