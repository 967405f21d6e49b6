// Connections are fixed at translation.
model ConnectEvents
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  Pin p, q;
equation
  if time > 1 then
    connect(p, q);
  end if;
end ConnectEvents;
