// Connections are fixed at translation.
model ConnectEvents
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  Pin p, q, r;
  parameter Real k = 0;
equation
  if time > 1 then
    connect(p, q);
  end if;
  if k > 1 and time > 1 then // never: not refused
    connect(q, r);
  end if;
  for i in 1:1 loop
    if not (k > 1 or time > 1) then
      connect(q, r);
    end if;
  end for;
end ConnectEvents;
