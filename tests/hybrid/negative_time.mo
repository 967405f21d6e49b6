model NegativeTime "Events before time 0"
  discrete Real next(start = -6, fixed = true);
  Integer n(start = 0, fixed = true), ticks(start = 0, fixed = true);
  Integer turns(start = 0, fixed = true);
  Real x(start = 0, fixed = true) "rises and falls between 0 and 1";
  discrete Real slope(start = 1, fixed = true);
  Boolean late = time > -1.25;
equation
  der(x) = slope;
  when time >= pre(next) then
    next = pre(next) + 2;
    n = pre(n) + 1;
  end when;
  when sample(-6.5, 0.5) then
    ticks = pre(ticks) + 1;
  end when;
  when {x > 1, x < 0} then
    slope = -pre(slope);
    turns = pre(turns) + 1;
  end when;
  annotation(experiment(StartTime = -7, StopTime = -0.75));
end NegativeTime;
