model ClocksHeld "What hold() holds is kept from tick to tick, also at events"
  Real u = time, x = sample(u, Clock(0.1)), h, g, p;
  discrete Real w(start = 0, fixed = true);
equation
  h = hold(sample(u, Clock(0.25)));
  g = hold(2*x);
  p = hold(previous(x));
  assert(hold(sample(u, Clock(0.25)) + 1) < 4, "held in an assertion");
  when time > 0.3 then
    if hold(sample(u, Clock(0.25))) > 0.2 then
      w = 1;
    else
      w = 2;
    end if;
  end when;
end ClocksHeld;
