model Breakers "n loads at one node, each behind a breaker"
  parameter Integer n = 40;
  parameter Boolean trips = true;
  parameter Real most[n] =
    {if trips then (n + 1)/(i + 1.5) else 1e9 for i in 1:n} "current";
  parameter Real load[n] = fill(1.0, n);
  Real s(start = 0, fixed = true) "current of the source";
  Real v "of the node";
  Real G[n](each start = 1e6, each fixed = true);
  Real i[n], u[n], w[n], i0;
  Boolean open[n](each start = false, each fixed = true);
  Integer n_open = sum(if open[k] then 1 else 0 for k in 1:n);
equation
  der(s) = 3*(n + 1) - s;
  i0 = v;
  for k in 1:n loop
    i[k] = G[k]*w[k];
    u[k] = v - w[k];
    i[k] = load[k]*u[k];
    when i[k] > most[k] then
      open[k] = true;
    end when;
    when pre(open[k]) then
      G[k] = 1e-6;
    end when;
  end for;
  s = i0 + sum(i);
end Breakers;
