model Inner
  parameter Real gain = 1;
  Real x(start = 1);
equation
  der(x) = -gain*x;
end Inner;

model Outer
  Inner a(gian = 2);
  Inner b(x(strat = 2), y = 3);
end Outer;
