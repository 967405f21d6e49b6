model ClocksHeldGuard "hold() in the guard of an action needs a clocked value"
  Real x = time, q = sample(time, Clock(0.1));
  discrete Real w(start = 0, fixed = true);
equation
  when time > 0.5 then
    if hold(x) > 1 then
      w = hold(q);
    else
      w = pre(w);
    end if;
  end when;
end ClocksHeldGuard;
