// A machine inside of a state writes a variable of the model; no clock.
model StateNested
  block Step
    outer output Integer n;
    parameter Integer by = 1;
  equation
    n = previous(n) + by;
  end Step;

  block Busy
    inner outer output Integer n;
    Step slow, fast(by = 3);
  equation
    initialState(slow);
    transition(slow, fast, n > 4, immediate = false);
  end Busy;

  block Idle
  end Idle;

  inner Integer n(start = 0);
  Busy busy;
  Idle idle;
equation
  initialState(busy);
  transition(busy, idle, n > 10, immediate = false, synchronize = true);
  transition(idle, busy, previous(n) < 20, reset = false);
end StateNested;
