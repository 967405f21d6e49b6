model WhenStatements "when in algorithms: conditions from outside and of its own"
  type Mode = enumeration(rest, slow, fast);
  parameter Integer n = 3;
  parameter Boolean on = true;
  Real x(start = 0, fixed = true);
  Real y;
  Integer count(start = 0), steps, last(start = 1);
  Mode mode(start = Mode.rest);
  Boolean big;
  Real top(start = -1), kept[n](each start = 0);
  Real r;
equation
  der(x) = 1;
algorithm
  y := sin(2*x) + 0.5;
  big := y > 1;
  when big then
    count := pre(count) + 1;
    top := y;
    last := mod(last, n) + 1;
    kept[last] := time;
  elsewhen {y < 0, sample(1, 4)} then
    count := if on then pre(count) + 100 else 0;
    mode := if edge(big) then Mode.fast else Mode.slow;
  end when;
  if change(count) and kept[last] > 8 then
    terminate("enough");
  end if;
  when {initial(), x > 2} then
    kept := {x, 2*x, 3*x};
    for i in 1:n loop
      if kept[i] > 1 then break; end if;
    end for;
  end when;
algorithm
  steps := integer(x) + (if x > 4 then 1 else 0);
initial algorithm
  r := 0;
  while r < 5 loop
    r := r + 2;
  end while;
equation
  der(r) = -r;
end WhenStatements;
