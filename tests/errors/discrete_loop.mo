// discrete variables that need each other at one moment
model DiscreteLoop
  Boolean c(start = false), d(start = false);
  Integer k;
equation
  when time > 1 then
    c = not d;
    k = if c then 1 else 0;
    d = k > 0;
  end when;
end DiscreteLoop;
