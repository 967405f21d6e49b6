// Functions without results are carried out where the value of the caller must
// be known at translation: what they assert is checked.
model GuardingCalls
  function positive
    input Real x;
  algorithm
    assert(x > 0, "not positive");
  end positive;

  function root
    input Real x;
    output Real y;
  algorithm
    positive(x);
    y := sqrt(x);
  end root;

  constant Real a = root(4);
  parameter Integer n = integer(root(9));
  Real x[n] = fill(root(time + 1), n);
end GuardingCalls;
