model Chain "40 cells: a sparse pattern with three colours"
  parameter Integer n = 40;
  Real x[n](each start = 1, each fixed = true);
equation
  der(x[1]) = x[2] - 2*x[1];
  for k in 2:n - 1 loop
    der(x[k]) = x[k - 1] - 2*x[k] + x[k + 1];
  end for;
  der(x[n]) = x[n - 1] - 2*x[n];
end Chain;
