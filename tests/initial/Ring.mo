model Ring "Each unknown hardly depends on the next: to solve for the next one loses a digit"
  parameter Integer n = 60;
  Real x(start = 1, fixed = true);
  Real z[n];
equation
  der(x) = -x;
  for k in 1:n loop
    z[k] + z[k]^3/10 = x + 0.1*z[mod(k, n) + 1];
  end for;
end Ring;
