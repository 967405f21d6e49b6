model ClocksIntervalSuper
  Integer n(start = 1);
  Real u, v;
equation
  when Clock(n, 10) then
    n = previous(n) + 1;
    u = sample(time);
  end when;
  v = superSample(u, 2);
end ClocksIntervalSuper;
