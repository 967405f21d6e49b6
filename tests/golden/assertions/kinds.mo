model Kinds "of what moves, of what changes at events, inside of when, of parameters"
  parameter Real p = 1;
  Real x(start = 1, fixed = true);
  Boolean low;
equation
  der(x) = -x;
  low = x < 0.5;
  assert(x >= 0, "x must not be negative");
  assert(not low or p > 0, "p is too small");
  when low then
    assert(x < 1, "low and high at a time");
  end when;
  when time > 2 then
    terminate("done");
  end when;
end Kinds;
