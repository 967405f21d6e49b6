model late_steps "Delays of what changes at events only: exact, by events"
  parameter Real T = 0.001;
  Integer n(start = 0, fixed = true);
  Real d1 = delay(n, T), d2 = delay(2*d1, T);
  Real once = delay(d2, if n > 2 then 0.03 else 0.01, 0.03);
  Boolean on "a ring of one inverter: it turns every 0.07 s";
  Integer turns(start = 0, fixed = true);
  Real at1(start = 0, fixed = true), at2(start = 0, fixed = true);
  Real x(start = 0, fixed = true) "nothing else limits the steps";
equation
  when sample(0.1, 0.5) then
    n = pre(n) + 1;
  end when;
  on = time > 0.01 and delay(if on then 1 else 0, 0.07) < 0.5;
  when change(on) then
    turns = pre(turns) + 1;
  end when;
  when d1 > 1.5 then
    at1 = time;
  end when;
  when d2 > 3.5 then
    at2 = time;
  end when;
  der(x) = d2;
end late_steps;
