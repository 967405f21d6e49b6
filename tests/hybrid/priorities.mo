model Priorities "when and elsewhen, in equations and algorithms"
  Real x = sin(time);
  Integer a(start = 0), b(start = 0), c(start = 0), d(start = 0);
  Integer e(start = 0), n(start = 0);
  Real at(start = 0);
  Boolean go(start = false, fixed = true);
  Real v(start = 0, fixed = true), s(start = 0, fixed = true);
equation
  when time >= 1 then
    a = pre(a) + 1;
  elsewhen {time >= 1, time >= 2} then
    a = pre(a) + 10;
  elsewhen sample(0, 0.5) then
    a = pre(a) + 100;
  end when;
  when {x > 0.5, x < -0.5, initial()} then
    b = pre(b) + 1;
    at = time;
  end when;
  der(s) = v;
  der(v) = 1;
  when time >= 1 then
    go = true;
  end when;
  when go then
    c = c0 + 1;
  end when;
  when edge(go) and not pre(go) and time > 0.5 then
    reinit(v, -pre(v));
    reinit(s, v + 10);
  end when;
protected
  Integer c0 = 4;
algorithm
  when sample(0.25, 0.25) then
    d := d + 1;
    if mod(d, 2) == 0 then
      e := e + d;
    end if;
  elsewhen x > 0.9 then
    d := d + 1000;
  end when;
  when d > pre(d) and d < 1000 then
    n := n + 1;
  end when;
end Priorities;
