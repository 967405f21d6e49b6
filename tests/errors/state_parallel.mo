// Two machines that run at the same time and determine one variable.
model StateParallel
  block State
    outer output Integer i;
  equation
    i = previous(i) + 1;
  end State;

  block Sampled
    Real x(start = 0, fixed = true);
  equation
    when sample(0, 1) then
      x = pre(x) + 1;
    end when;
  end Sampled;

  inner Integer i(start = 0);
  State a, b, c;
  Sampled s;
equation
  initialState(a);
  initialState(c);
  transition(a, b, i > 3, immediate = false);
  transition(c, s, i > 5, immediate = false);
end StateParallel;
