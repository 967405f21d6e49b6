// Section 9.3: two outer elements are not connected with each other.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  Pin p;
equation
  p.v = time;
end Source;
model Load
  Pin p;
equation
  p.i = p.v;
end Load;
model Wire
  outer Source source;
  outer Pin rail;
equation
  connect(source.p, rail);
end Wire;
model ConnectOuter
  inner Source source;
  inner Pin rail;
  Load load;
  Wire wire;
equation
  connect(load.p, rail);
end ConnectOuter;
