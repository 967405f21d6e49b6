model ClocksHeldAssertion "hold() in an assertion needs a clocked value"
  Real x = time, q = sample(time, Clock(0.1)), h = hold(q);
equation
  assert(hold(x) < 10, "too large");
end ClocksHeldAssertion;
