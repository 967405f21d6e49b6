model Events "Relations, Booleans, Integers and assertions in rows"
  parameter Integer n = 60;
  Real x[n](start = {0.1*k for k in 1:n}, each fixed = true);
  Boolean above[n];
  Integer side[n];
equation
  for k in 1:n loop
    der(x[k]) = if above[k] then 0.5 else 1 + 0.01*k;
    above[k] = x[k] > 2 + 0.3*sin(time + k);
    side[k] = if above[k] then 1 else k;
    assert(x[k] < 1000, "too large");
  end for;
end Events;
