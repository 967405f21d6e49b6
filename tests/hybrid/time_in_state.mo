model TimeInState "as the condition of immediate transitions, and of one that is not"
  block State
    outer output Integer n;
    parameter Integer k;
  equation
    n = previous(n) + k;
  end State;
  inner Integer n(start = 0);
  State a(k = 1), b(k = 100), c(k = 10000);
  Integer n_a(start = 0), n_b(start = 0), n_c(start = 0);
equation
  initialState(a);
  transition(a, b, ticksInState() >= 4);
  transition(b, c, timeInState() >= 0.25, priority = 2);
  transition(c, a, ticksInState() >= 2, immediate = false);
  when Clock(1, 10) then
    n_a = previous(n_a) + (if activeState(a) then 1 else 0);
    n_b = previous(n_b) + (if activeState(b) then 1 else 0);
    n_c = previous(n_c) + (if activeState(c) then 1 else 0);
  end when;
end TimeInState;
