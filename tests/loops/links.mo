model Links "A chain of points on rods: tables of many integers"
  parameter Integer n = 120;
  Real x[n](each start = 0.2), y[n](start = {-0.8*k for k in 1:n});
  Real vx[n], vy[n], f[n];
equation
  der(x) = vx;
  der(y) = vy;
  x[1]^2 + y[1]^2 = 1;
  for k in 2:n loop
    (x[k] - x[k - 1])^2 + (y[k] - y[k - 1])^2 = 1;
  end for;
  for k in 1:n - 1 loop
    der(vx[k]) = f[k + 1]*(x[k + 1] - x[k]) - f[k]*(x[k] - (if k > 1 then x[k - 1] else 0));
    der(vy[k]) = f[k + 1]*(y[k + 1] - y[k]) - f[k]*(y[k] - (if k > 1 then y[k - 1] else 0)) - 9.81;
  end for;
  der(vx[n]) = -f[n]*(x[n] - x[n - 1]);
  der(vy[n]) = -f[n]*(y[n] - y[n - 1]) - 9.81;
end Links;
