model AlgebraicLoop "an assignment, a linear block and a nonlinear one"
  Real x(start = 1, fixed = true), a, b, c(start = 1), d;
equation
  der(x) = -c;
  d = 2*x;
  a + b = x;
  a - 3*b = d;
  c + exp(c) = a;
end AlgebraicLoop;
