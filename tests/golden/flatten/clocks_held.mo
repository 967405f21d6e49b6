model ClocksHeld "What is converted is kept from tick to tick, also at events"
  Real u = time, x = sample(u, Clock(1, 10)), y = sample(u, Clock(0.25)), h, g, p;
  discrete Real w(start = 0, fixed = true);
equation
  h = hold(y);
  g = superSample(2*x, 2);
  p = superSample(previous(x) + sample(u), 3);
  assert(hold(y) + 1 < 4, "held in an assertion");
  assert(x < 4, "clocked");
  when time > 0.3 then
    if hold(y) > 0.2 then
      w = 1;
    else
      w = 2;
    end if;
  end when;
end ClocksHeld;
