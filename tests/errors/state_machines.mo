// State machines that do not hold together: each is named with its place.
model StateMachines
  block State
    outer output Integer i;
  equation
    i = previous(i) + 1;
  end State;

  inner Integer i(start = 0);
  Real x;
  State a, b, c, d, e;
  State alone;
equation
  transition(a, b, i > 3);
  initialState(c);
  initialState(d);
  transition(c, d, i > 3);
  transition(c, e, i > 4);
  transition(x, c, true, priority = 2);
  transition(d, c, i, immediate = false);
  transition(d, c, ticksInState() > "3", priority = 3);
  x = if activeState(alone) then 1 else 0;
  when sample(0, 1) then
    initialState(a);
  end when;
end StateMachines;
