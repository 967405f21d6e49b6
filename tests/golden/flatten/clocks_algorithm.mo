model ClocksAlgorithm "A clocked section is a function that its ticks call"
  Real u = time, x = sample(u, Clock(0.1)), y, z, v;
algorithm
  v := u + 1;
algorithm
  y := 2*x;
  y := y + 1;
equation
  z = hold(y);
end ClocksAlgorithm;
