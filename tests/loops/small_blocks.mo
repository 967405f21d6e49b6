model SmallBlocks "A loop of two equations in every cell"
  parameter Integer n = 50;
  Real x[n](start = {1 + 0.01*k for k in 1:n}, each fixed = true);
  Real a[n](each start = 1), b[n](each start = 1);
equation
  for k in 1:n loop
    a[k]^3 + b[k] = x[k] + 1;
    b[k]^3 - a[k] = 0.5*x[k];
    der(x[k]) = a[k] - b[k] - 0.1*x[k];
  end for;
end SmallBlocks;
