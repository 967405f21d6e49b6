connector P Real v; flow Real i; end P;
model World parameter Real g = 9; Real T; end World;
model Part
  outer World world;
  P p;
  parameter Boolean has = false;
  P extra if has;
  Real z if has;
equation
  p.v = p.i*world.g;
  if has then p.v = extra.v; end if;
end Part;
model Cell
  inner World world(g = 2);
  Part part, parts[3](each has = false);
  P p;
  Real e;
equation
  world.T = e;
  connect(p, part.p);
  connect(parts[1].p, parts[2].p);
  der(e) = 1;
end Cell;
model Cell2
  outer World world;
  P p, n;
  Part part(has = false);
equation
  p.v - n.v = p.i*world.T;
  p.i + n.i = 0;
end Cell2;
model FamilyInner
  inner World world;
  Cell cell[4];
  Cell2 c2[6];
  Cell2 c3[4,2];
  P top[5];
equation
  world.T = time;
  for k in 1:5 loop connect(c2[k].n, c2[k + 1].p); end for;
  connect(c2.p, c2.n);
  for i in 1:3, j in 1:2 loop connect(c3[i,j].p, c3[i + 1,j].n); end for;
  for i in 1:4 loop connect(c3[i,1].n, c3[i,2].p); end for;
  for k in 1:4 loop connect(cell[k].p, c2[1].p); end for;
  for k in 1:5 loop connect(top[k], c2[6 - k].p); end for;
end FamilyInner;
