model begun_in_loop "A loop of an initial algorithm asks for what it decides"
  final parameter Integer p[2] = {1, 3}, n[2] = {2, 4};
  Boolean g[4];
  discrete Real next[2];
  Real x(start = 0, fixed = true), v[2];
initial algorithm
  for k in 1:2 loop
    if v[k] > k - 1.5 then
      g[{p[k], n[k]}] := {true, false};
    else
      g[p[k]] := false;
      g[n[k]] := true;
    end if;
    next[k] := 0.5*k;
  end for;
equation
  der(x) = 1;
  for k in 1:2 loop
    v[k] = x - (if g[p[k]] then 0.25 else 0);
    when v[k] > pre(next[k]) then
      g[{p[k], n[k]}] = pre(g[{n[k], p[k]}]);
      next[k] = pre(next[k]) + 1;
    end when;
  end for;
end begun_in_loop;
