model Clocks "Clocked equations become when-equations"
  connector ClockInput = input Clock;
  connector ClockOutput = output Clock;
  block Source
    ClockOutput y = Clock(3, 10);
  end Source;
  block Sampler
    ClockInput clock;
    Real u = time, v, w;
  equation
    when clock then
      v = sample(u) + previous(v);
      w = if firstTick(v) then 0 else interval(v);
    end when;
  end Sampler;
  parameter Real p = 2;
  Source source;
  Sampler sampler;
  Clock base = Clock(p), twice = subSample(base, 2), third = shiftSample(base, 1, 3);
  Real a[2](each start = 1), b, c(start = 5), d, e, h, k;
  Boolean on(start = false), big;
  Integer i(start = 0), j;
equation
  connect(source.y, sampler.clock);
  a = previous(a) + sample({time, der(h)}, base);
  b = subSample(a[1], 2);
  c = backSample(d, 1, 3);
  d = shiftSample(b, 1, 3) + p;
  e = noClock(a[2]) + sample(1, third);
  big = b > 3;
  der(h) = hold(a[1]) - h;
  when Clock(h > 1) then
    i = previous(i) + 1;
    on = not previous(on);
  end when;
  when hold(on) then
    j = 3;
  end when;
  k = subSample(i, 2);
end Clocks;
