model DecidedAtOnce "relations of numbers, without a variable that stands for them"
  Real level, height, p, q, v(start = 2, fixed = true), m;
equation
  level = 0;
  height = 0;
  if level >= height then
    p = q;
  else
    m = p - q;
  end if;
  q = 2 + sin(time);
  der(v) = m + (if p > height then 1 else 2);
  p = v;
end DecidedAtOnce;
