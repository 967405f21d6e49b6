model ContradictingSwitch "A switch whose two branches do not quite meet, as
  where its current is the small difference of large ones"
  Boolean off(start = true, fixed = true);
  Real s = if off then x - 0.5 + 1e-10 else 10*(x - 0.5);
  Real x(start = 0, fixed = true), charge(start = 0, fixed = true);
  Integer n(start = 0, fixed = true) "switched so often";
equation
  off = s < 0;
  der(x) = if time < 0.75 then 1 else -1;
  der(charge) = if off then 0 else s;
  when change(off) then
    n = pre(n) + 1;
  end when;
end ContradictingSwitch;
