model Refused
  Real x(start = 1);
  discrete Integer n;
equation
  der(x) = if sample(0, 1) then delay(x, 1) else 1;
  n = if edge(time > 1) or change(n) then pre(n) + 1 else 0;
  assert(x > 0, "message");
  terminate("done");
  reinit(x, 1);
end Refused;
