// A state machine: its equations as those of a clock.
model StateMachine
  block Up
    outer output Integer n;
    Integer ticks(start = 0);
  equation
    n = previous(n) + 1;
    ticks = previous(ticks) + 1;
  end Up;

  block Down
    outer output Integer n;
  equation
    n = previous(n) - 2;
  end Down;

  inner Integer n(start = 0);
  Boolean on = sample(time, Clock(0.1)) > 1;
  Up up;
  Down down;
equation
  initialState(up);
  transition(up, down, n >= 5 and on, immediate = false, reset = false);
  transition(down, up, ticksInState() >= 2, immediate = false);
end StateMachine;
