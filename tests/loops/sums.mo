model Sums "Long sums: as operands, as each other's terms, used twice"
  parameter Integer n = 200;
  Real x[n](start = {1 + 0.01*k for k in 1:n}, each fixed = true);
  Real mean, power, mixed, total;
equation
  mean = sum(x)/n;
  power = sqrt(sum(x[k]^2 - 0.3*x[k] for k in 1:n));
  mixed = 2 - (sum(k*x[k] for k in 1:n) - sum(x))/(1 + abs(sum(x)));
  total = sum(x) + sum((x[k] - mean)^2/(1 + power^2) for k in 1:n);
  for k in 1:n loop
    der(x[k]) = 0.01*(mean - x[k]) - 0.001*power*mixed/total;
  end for;
end Sums;
