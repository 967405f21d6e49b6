model ZeroGain "A way from one filter to the next with a gain of zero"
  parameter Real d = 0;
  Real x1, x2(start = 5), y, u;
initial equation
  y = 1;
equation
  u = 4*x1;
  der(x1) = 3 - x1;
  der(x2) = u - x2;
  y = x2 + d*u;
end ZeroGain;
