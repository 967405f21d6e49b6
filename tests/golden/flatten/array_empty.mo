// Arrays without elements: section 10.7.
model ArrayEmpty
  parameter Integer n = 0, p = 2, q = 2;
  Real x[n], u[p] = {1, time}, y[q];
  parameter Real A[n, n] = zeros(n, n), B[n, p] = zeros(n, p);
  parameter Real C[q, n] = zeros(q, n), D[q, p] = identity(2);
  constant Real total = sum(zeros(0)), one = product(ones(0, 3));
  Real none[0] = {k*time for k in 1:0};
equation
  der(x) = A*x + B*u;
  y = C*x + D*u;
  for i in 1:n loop
    x[i] = 1;
  end for;
end ArrayEmpty;
