model LadderOfArrays "RC ladder: every cell the same, indices rise evenly"
  parameter Integer n = 300;
  parameter Real R = 0.1;
  parameter Real C[n] = {1e-3*(1 + 0.3*sin(k)) for k in 1:n};
  Real u[n](each start = 0, each fixed = true);
  Real i[n + 1];
equation
  i[1] = (sin(10*time) - u[1])/R;
  for k in 2:n loop
    i[k] = (u[k - 1] - u[k])/R;
  end for;
  i[n + 1] = u[n]/R;
  for k in 1:n loop
    C[k]*der(u[k]) = i[k] - i[k + 1];
  end for;
end LadderOfArrays;
