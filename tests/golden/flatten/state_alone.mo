// Machines of one state have no transitions, and one clock.
model StateAlone
  block Up
    outer output Integer n;
    outer Boolean on;
  equation
    n = if on then previous(n) + 1 else 0;
  end Up;

  block Wait
    outer output Integer m;
    outer Boolean on;
  equation
    m = if on then ticksInState() else previous(m);
  end Wait;

  inner Integer n(start = 0), m(start = 0);
  inner Boolean on = sample(time, Clock(0.1)) > 1;
  Up up;
  Wait wait;
equation
  initialState(up);
  initialState(wait);
end StateAlone;
