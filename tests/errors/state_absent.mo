// Section 4.4.5: a state whose condition is false is not there.
model StateAbsent
  block Up
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end Up;
  inner Integer n(start = 0);
  Up first if false, second, third;
  Boolean on = activeState(first);
equation
  initialState(first);
  transition(first, second, n > 2);
  transition(second, third, n > 4);
end StateAbsent;
