model ClockLadder "Values that pass from clock to clock"
  Real u = sample(time, Clock(1, 4)) "every quarter of a second";
  Integer n(start = 0) = previous(n) + (if firstTick(u) then 10 else 1);
  Real step = interval(u);
  Real rare = subSample(u, 3) "every third of them";
  Real dense = superSample(u, 5) "every 50 ms the last one";
  Real late = shiftSample(u, 1, 2) "an eighth of a second later";
  Real early(start = -1) = backSample(late, 1, 2) "at the time of u again";
  Real mixed = dense + noClock(rare) "whatever `rare` is by then";
  Real fine = interval(dense);
  Integer turns(start = 0) "of a wheel, counted by a clock that it drives";
  Real angle(start = 0, fixed = true);
  output Real total = hold(mixed) + hold(late);
equation
  der(angle) = 1 + time;
  when Clock(sin(angle) > 0.5) then
    turns = previous(turns) + 1;
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.01),
             __foucault(plot = "rare,dense,late,early,total"));
end ClockLadder;
