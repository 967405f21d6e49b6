model Counter "equations of discrete variables go to a list of their own"
  discrete Integer n(start = 0, fixed = true);
  Boolean high;
  Real x(start = 0, fixed = true);
equation
  der(x) = if high then -1 else 1;
  high = x > 0.5;
  when sample(0, 0.25) then
    n = pre(n) + 1;
  end when;
end Counter;
