model UnequalBlocks "A nonlinear equation in every cell, with numbers of its own"
  constant Integer n = 40;
  Real x[n](each start = 1, each fixed = true), y[n](each start = 1);
equation
  for k in 1:n loop
    y[k]^3 + (if k > n/2 then 2 + 0.1*k else 2)*y[k] = x[k] + 1;
    der(x[k]) = y[k] - 0.1*x[k];
  end for;
end UnequalBlocks;
