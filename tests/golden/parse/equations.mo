model Equations
initial equation
  x = x0 "start";
  der(x) = 0 annotation(a = 1);
equation
  x + y = sin(z);
  (a, , b) = f(x);
  a:b = c;
  (if p then q else r) = s;
  connect(p.n, q[1, i].p);
  connect(.a, b) annotation(Line(points = {{0, 0}, {1, 1}}));
  assert(x > 0, "positive " + String(x), AssertionLevel.warning);
  terminate("done");
  reinit(v, -e*pre(v));
  .P.check(x = 1) "call";
  if x > 0 then
    y = 1;
  elseif x < -1 then
    y = 2;
    z = 3;
  elseif c then
  else
    y = 4;
  end if;
  if true then
  end if "empty";
  for i in 1:n, j in {1, 3}, k loop
    for l loop
      w[i, j, k, l] = 0;
    end for;
  end for;
  when initial() then
    reinit(x, 1);
  elsewhen {sample(0, 1), x > 2} then
    n = pre(n) + 1;
  end when;
  initial() = true;
  pure(f(x)) = 1;
initial equation
equation
end Equations;
