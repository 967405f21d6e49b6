model LargeBlock "One loop of many equal equations: a resistive line"
  parameter Integer n = 520;
  parameter Real R = 2, G = 0.001;
  Real u(start = 1, fixed = true);
  Real v[n], i[n];
equation
  der(u) = -i[1];
  u - v[1] = R*i[1];
  for k in 2:n loop
    v[k - 1] - v[k] = R*i[k];
  end for;
  for k in 1:n - 1 loop
    i[k] - i[k + 1] = G*v[k];
  end for;
  i[n] = G*v[n];
end LargeBlock;
