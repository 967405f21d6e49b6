connector F Real p; flow Real m; stream Real h; end F;
model Vol
  F a, b;
  Real H(start = 1);
equation
  a.p = b.p;
  a.m + b.m = 0;
  a.h = H; b.h = H;
  der(H) = a.m*actualStream(a.h) + b.m*actualStream(b.h) + inStream(a.h);
end Vol;
model Src F f; equation f.p = 1; f.h = 3; end Src;
model Snk F f; equation f.m = 1; f.h = 2; end Snk;
model Bus
  expandable connector EB end EB;
  EB bus;
end Bus;
model FamilyStreams
  Vol v[4];
  Src s; Snk k;
  Real card;
equation
  connect(s.f, v[1].a);
  for i in 1:3 loop connect(v[i].b, v[i + 1].a); end for;
  connect(v[4].b, k.f);
  card = cardinality(v[2].a) + cardinality(v[1].b);
end FamilyStreams;
