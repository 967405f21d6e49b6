// Connections that do not fit.
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Flange
  Real s;
  flow Real f;
end Flange;
connector Out = output Real;
block Source
  Out y = 1;
end Source;
model LanguageConnect
  Pin p, q[2];
  Flange f;
  Source a, b;
  Real x;
equation
  connect(p, f);
  connect(p, q);
  connect(p, x);
  connect(a.y, b.y);
  connect(p, missing);
  connect(q[3], p);
end LanguageConnect;
