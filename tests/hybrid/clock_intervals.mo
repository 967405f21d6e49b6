model clock_intervals "Intervals that change, factors that are inferred"
  Integer n(start = 2), k(start = 0), m(start = 0), nf(start = 0), ns(start = 0);
  Clock c = Clock(n, 100) "ticks at 0, 0.03, 0.07, 0.12, ...";
  parameter Integer every = 3 annotation(Evaluate = true);
  final parameter Integer tenths = 2*5;
  Clock cf = Clock(1, 10), cs = Clock(every, tenths) "comparable: no one can change them";
  Real u, h, y, slow, h_slow;
  Real w(start = 0.1), v, passed(start = 0);
  Real fast, rare, up, down;
equation
  when c then
    n = previous(n) + 1;
    k = previous(k) + 1;
    u = sample(time);
    h = interval(u);
  end when;
  y = hold(u);
  slow = subSample(u, 2);
  h_slow = interval(slow);
  when subSample(c, 2) then
    m = previous(m) + 1;
  end when;

  when Clock(w) then
    v = sample(time);
    w = 0.1 + v/2;
    passed = previous(passed) + interval(w);
  end when;

  fast = sample(time, cf);
  rare = sample(time, cs);
  when cf then
    nf = previous(nf) + 1;
  end when;
  when cs then
    ns = previous(ns) + 1;
  end when;
  down = subSample(fast) + rare;
  up = superSample(rare) + 10*fast;
end clock_intervals;
