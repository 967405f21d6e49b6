model Homotopy "No logarithm of the guess: the simplified equation leads the way"
  Real y(start = -5), x(start = 1, fixed = true);
  Real u[2], w[2], s[2] "loops beside it, with no solution within the limits";
equation
  der(x) = -x*y;
  0 = homotopy(log(y) - x, simplified = y - 2);
  for k in 1:2 loop
    w[k] = if u[k] > 0.99 then 0.99 elseif u[k] < -0.99 then -0.99 else u[k];
    s[k] = asin(w[k]);
    u[k] = 10*k - s[k] + w[k];
  end for;
end Homotopy;
