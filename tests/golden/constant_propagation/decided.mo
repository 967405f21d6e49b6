model Decided "a relation of numbers decides which equation holds"
  Real level, height, p, q, v(start = 2, fixed = true), m;
  Boolean regular, other;
  Real s;
equation
  level = 0;
  height = 0;
  regular = level >= height;
  other = not regular and s > 0;
  if regular then
    p = q;
    s = level - height;
  elseif other then
    p = q;
    s = m;
  else
    m = 0;
    s = p - q;
  end if;
  q = 2 + sin(time);
  der(v) = m;
  p = v;
end Decided;
