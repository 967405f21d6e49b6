model Ticked "clocks of all kinds beside continuous time"
  parameter Real h = 0.01;
  input Clock trigger;
  input Boolean wanted;
  input Real r(start = 1);
  Real x(start = 0, fixed = true), e(start = 0), i(start = 0);
  Real d(start = 0.01);
  Clock c = Clock(h);
  Clock slow = Clock(d);
  output Clock high = Clock(x > 0.3);
  output Integer n(start = 0), m(start = 0), k(start = 0);
  output Boolean asked(start = false);
equation
  der(x) = hold(i) - x;
  e = sample(r - x, c);
  i = previous(i) + interval(e)*e;
  when slow then
    n = previous(n) + 1;
    d = 0.01*(1 + mod(previous(n), 3));
  end when;
  when trigger then
    m = previous(m) + 1;
    asked = wanted;
  end when;
  when high then
    k = previous(k) + 1;
  end when;
end Ticked;

model Planned "clocks alone"
  parameter Real h = 0.01;
  input Clock trigger;
  input Real y(start = 0);
  output Real u(start = 0);
  Real i(start = 0), d(start = 0.02);
  output Integer n(start = 0), m(start = 0), k(start = 0);
  output Clock often = Clock(hold(m) > 2);
equation
  when Clock(h) then
    i = previous(i) + interval()*(1 - y);
    u = 2*(1 - y) + i;
  end when;
  when Clock(d) then
    n = previous(n) + 1;
    d = 0.01*(1 + mod(previous(n), 3));
  end when;
  when trigger then
    m = previous(m) + 1;
  end when;
  when often then
    k = previous(k) + 1;
  end when;
end Planned;
