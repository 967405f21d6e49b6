model InitialAlgorithm "Parameters and discrete variables that an initial algorithm determines"
  parameter Real limit(fixed = false);
  parameter Boolean high(fixed = false);
  parameter Real p = 3;
  Real x(start = 1, fixed = true);
  Integer n(start = 0);
initial algorithm
  limit := 2*p;
  if limit > 5 then
    high := true;
    limit := limit - 1;
  end if;
  n := 4;
equation
  der(x) = if high then limit - x else -x;
  when x > 3 then
    n = pre(n) + 1;
  end when;
end InitialAlgorithm;
