model Chain "Each cell needs two values of the cell before it"
  parameter Integer n = 300;
  parameter Real a = 0.9;
  Real x(start = 1, fixed = true);
  Real p[n], q[n];
equation
  der(x) = -x + 0.001*q[n];
  p[1] = x;
  q[1] = 2*x;
  for k in 2:n loop
    p[k] = a*p[k - 1] + sin(q[k - 1]);
    q[k] = q[k - 1]/(1 + p[k]^2) + k*1e-3;
  end for;
end Chain;
