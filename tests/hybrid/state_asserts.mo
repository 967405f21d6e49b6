model StateAsserts "what a state demands counts while it is active"
  inner Integer i(start = 0);
  block S1
    outer output Integer i;
  equation
    i = previous(i) + 1;
    assert(i < 4, "S1 counts up to 3");
  end S1;
  block S2
    outer output Integer i;
  equation
    i = previous(i) + 10;
    assert(i > 5, "S2 begins above 5");
  end S2;
  S1 s1;
  S2 s2;
equation
  initialState(s1);
  transition(s1, s2, i > 2, immediate = false);
end StateAsserts;
