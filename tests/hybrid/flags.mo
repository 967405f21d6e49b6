model flags "An integrator whose limits follow from what it gives"
  Real u = if time < 2 then 1 else -1;
  Real w(start = 0, fixed = true), x, y, upper, lower;
  Real back;
  Boolean high, low, rises, falls, resets;
algorithm
  if u > 0 then
    rises := true;
    falls := false;
  else
    rises := false;
    falls := true;
  end if;
  if w > 1.5 then
    high := true;
    low := false;
  elseif w < -0.5 then
    high := false;
    low := true;
  else
    high := false;
    low := false;
  end if;
  if high and falls then
    resets := true;
    back := upper - 0.5;
  elseif low and rises then
    resets := true;
    back := lower;
  end if;
equation
  x = if high or low then 0 else u;
  y = if high then 1.5 elseif low then -0.5 else w;
  upper = 1 + y/3;
  lower = -1 - y;
  der(w) = x;
  when resets then
    reinit(w, back);
  end when;
end flags;
