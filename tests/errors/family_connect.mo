connector Pin Real v; flow Real i; end Pin;
model Res Pin p, n;
  parameter Real R = 1;
  parameter Boolean useT = false;
  Pin heat if useT;
  Real T;
  equation p.v - n.v = R*p.i;
  p.i + n.i = 0;
  if useT then
    T = 301;
  else T = 300;
  end if;
  end Res;
model Sub Res r[3];
  Pin p, n;
  equation connect(p, r[1].p);
  connect(r[1].n, r[2].p);
  connect(r[2].n, r[3].p);
  connect(r[3].n, n);
  end Sub;
model Gr Pin p; equation p.v = 0; end Gr;
model FamilyConnect
  Sub s[6]; Gr g; Pin port;
  Res h[4](each useT = true);
  Res m[4](useT = {true, false, true, false});
equation
  connect(port, s[1].p);
  for k in 1:5 loop connect(s[k].n, s[k + 1].p); end for;
  connect(s[6].n, g.p);
  for k in 1:4 loop
    connect(h[k].heat, g.p);
    connect(h[k].p, s[k].r[2].p);
  end for;
  for k in 1:4 loop connect(h[k].n, g.p); end for;
  for k in 1:7 loop connect(m[1].p, s[2].p); end for;
end FamilyConnect;
model FamilyConnectBad extends FamilyConnect;
  equation for k in 1:7 loop connect(s[k].n, g.p);
  end for;
  end FamilyConnectBad;
