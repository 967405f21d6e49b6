// How often a connector is connected, inside and outside (section 3.7.4).
connector Pin
  Real v;
  flow Real i;
end Pin;

model End
  Pin p;
equation
  p.v = cardinality(p);
end End;

model Free
  Pin p;
equation
  if cardinality(p) == 0 then
    p.v = 7;
  else
    p.i = 0;
  end if;
end Free;

model Cardinality
  End one;
  Free lonely, tied, tied_too;
equation
  connect(one.p, tied.p);
  connect(one.p, tied_too.p);
end Cardinality;
