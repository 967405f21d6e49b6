model StateAssertion "previous() in an assertion of a state is reset with it"
  block Up
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
    assert(n >= previous(n), "n counts up while the state is active");
  end Up;
  block Down
    Integer m(start = 0);
  equation
    m = previous(m) - 1;
  end Down;
  Up up;
  Down down;
equation
  initialState(up);
  transition(up, down, up.n >= 2, immediate = false, reset = true);
  transition(down, up, down.m <= -2, immediate = false, reset = true);
end StateAssertion;
