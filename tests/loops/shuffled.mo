model Shuffled "Indices in no order: a permutation, several members"
  parameter Integer n = 307;
  parameter Real c[n] = {1 + mod(7*k, 11)/10 for k in 1:n};
  Real x[n](start = {cos(k) for k in 1:n}, each fixed = true);
  Real y[n];
equation
  for k in 1:n loop
    y[mod(29*k, n) + 1] = c[k]*x[mod(53*k, n) + 1] - x[k]*x[k];
    der(x[k]) = -x[k] + 0.1*sin(y[mod(17*k, n) + 1]);
  end for;
end Shuffled;
