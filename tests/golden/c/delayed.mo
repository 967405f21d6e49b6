// A delay keeps the past of an expression.
model delayed
  parameter Real tau = 0.5;
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(2*x, tau);
end delayed;
