model Bounces "Balls in a row, each with its own reinit()"
  parameter Integer n = 60;
  parameter Real bounce[n] = {0.5 + 0.4*k/n for k in 1:n};
  Real h[n](start = {0.2 + k/n for k in 1:n}, each fixed = true);
  Real v[n](each start = 0, each fixed = true);
equation
  for k in 1:n loop
    der(h[k]) = v[k];
    der(v[k]) = -9.81;
    when h[k] <= 0 then
      reinit(v[k], -bounce[k]*pre(v[k]));
    end when;
  end for;
end Bounces;
