// Section 4.4.5: states that are not there have no transitions.
model StateAbsent
  block Up
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end Up;
  parameter Boolean has_first = false;
  inner Integer n(start = 0);
  Up first if has_first, second, third, none[0];
equation
  initialState(second);
  initialState(first);
  transition(first, second, n > 2);
  transition(second, first, n > 2);
  transition(second, none, n > 2);
  transition(second, third, n > 4);
end StateAbsent;
