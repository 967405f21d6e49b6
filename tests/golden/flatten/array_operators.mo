// Operators on scalars, vectors and matrices: section 10.6.
model ArrayOperators
  Real x[3], y[3], A[3, 3], s;
  parameter Real M[3, 3] = [1, 0, 0; 0, 2, 0; 0, 0, 3];
  parameter Integer k[3] = {1, 2, 3};
  constant Real P[2, 2] = [1, 2; 3, 4]^2;
  constant Real Q[2] = [1, 2; 3, 4]*{5, 6}, R[2] = {5, 6}*[1, 2; 3, 4];
  constant Real S = {1, 2, 3}*{4, 5, 6};
  constant Boolean b[2] = {true, false} and not {false, true};
equation
  x + k = y;
  A*x = y;
  y = x*A;
  A = 2*M - s*A/3;
  s = x*y;
  x .* y = 1 ./ (2 .^ x .+ s);
  y = -sin(x);
  x = if time > 1 then k else y;
end ArrayOperators;
