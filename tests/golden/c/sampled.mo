// Time events at regular intervals and at one moment.
model sampled
  Real x(start = 0, fixed = true);
  discrete Real u(start = 1, fixed = true);
  Boolean late;
equation
  der(x) = u - x;
  late = time >= 1.5;
  when sample(0.25, 0.5) then
    u = if late then 0 else pre(u)/2 + x;
  end when;
end sampled;
