model DiscreteLoop "a value that would have to be known before itself"
  Integer i, j;
  Real x(start = 1, fixed = true);
equation
  der(x) = -i;
  i = if j > 1 then 2 else 1;
  j = i + 1;
end DiscreteLoop;
