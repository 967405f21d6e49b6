record Orient
  Real T[2];
  function equalityConstraint input Orient a;
    input Orient b;
    output Real r[1];
    algorithm r := {a.T[1] - b.T[1]};
    end equalityConstraint;
end Orient;
connector Fr Orient o; Real r; flow Real f, g; end Fr;
model Body
  Fr a, b; Real x = 1;
equation
  Connections.branch(a.o, b.o);
  if Connections.rooted(a.o) then b.o.T = a.o.T; else a.o.T = b.o.T; end if;
  b.r = a.r + x; a.f + b.f = 0; a.g + b.g = 0;
end Body;
model Ground Fr a;
  equation Connections.root(a.o);
  a.o.T = {1, 0};
  a.r = 0;
  end Ground;
model FamilyOverconstrained
  Ground g; Body b[5];
equation
  connect(g.a, b[1].a);
  for k in 1:4 loop connect(b[k].b, b[k + 1].a); end for;
end FamilyOverconstrained;
