model ClockOperators "Every operator between clocks"
  Real x = time;
  Real u = sample(x, Clock(1, 10));
  Real s(start = 0) = previous(s) + u*interval(u);
  Real sub = subSample(u, 3);
  Integer n_sub(start = 0) = previous(n_sub) + (if sub > -1 then 1 else 0);
  Real super = superSample(u, 4), h_super = interval(super);
  Integer n_super(start = 0) = previous(n_super) + (if super > -1 then 1 else 0);
  Real shift = shiftSample(u, 3, 2);
  Integer n_shift(start = 0) = previous(n_shift) + (if shift > -1 then 1 else 0);
  Real back = backSample(shift, 1, 2);
  Integer n_back(start = 0) = previous(n_back) + (if back > -1 then 1 else 0);
  Integer n_first(start = 0) = previous(n_first) +
                               (if firstTick(u) then 1 else 0);
  Real held = hold(shift), held_start = hold(back);
  Real recent(start = 0), limit(start = 0);
  Clock beat = Clock(sin(10*time) > 0.5, startInterval = 0.25);
  Real w = sample(x, beat), h = interval(w);
  Real sum(start = 0) = previous(sum) + h;
  Real h_sub = interval(subSample(w, 2)) "of the clock of w";
  Clock slow = subSample(beat, 2);
  Real w2 = sample(x, slow), h2 = interval(w2);
equation
  when subSample(Clock(1, 10), 2) then
    recent = noClock(s) + 0*interval();
    limit = sample(hold(s));
  end when;
end ClockOperators;
