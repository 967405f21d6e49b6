// when-equations become discrete equations; pre, edge, sample, reinit, floor
model When
  Real x(start = 1, fixed = true);
  Integer n(start = 0);
  Boolean b = x < 0.5;
  Real held;
  Real saw = mod(time, 2);
equation
  der(x) = -x;
  when {b, sample(0, 1)} then
    n = pre(n) + 1;
    reinit(x, 2*pre(x));
  elsewhen time >= 3 then
    n = 0;
    terminate("done");
  end when;
  when {initial(), n > 2} then
    held = x;
  end when;
end When;
