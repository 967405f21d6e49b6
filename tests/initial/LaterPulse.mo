model LaterPulse "A switch whose pulse begins later: only then it is open"
  parameter Real first = 0.1;
  discrete Real begin;
  Boolean open;
  Real v(start = 1), i, w, j;
initial equation
  begin = first;
equation
  when sample(first, 1) then
    begin = time;
  end when;
  open = time >= begin and time < begin + 0.05;
  if open then
    i = 0;
    j = 0;
  else
    w = v;
    i = j;
  end if;
  0.09 = v*i;
  1 - w = j;
end LaterPulse;
