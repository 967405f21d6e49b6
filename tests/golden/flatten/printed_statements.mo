model PrintedStatements "Statements, calls and results of functions that stay functions"
  type Mode = enumeration(slow, fast);
  function scale
    input Real a[:, :];
    input Integer i;
    input Mode m;
    output Real y[size(a, 1)];
    output Mode back;
  protected
    Real table[3] = {1.5, 2.5, 4};
    Integer j;
  algorithm
    j := integer(mod(i, 2)) + 1;
    y := zeros(size(a, 1));
    back := m;
    for k in 1:i loop
      y[j] := y[j] + a[j, k]*table[k];
      if y[j] > 10 and k > 1 then
        back := Mode.fast;
        break;
      elseif m == Mode.slow then
        y[j] := y[j] + 1;
      else
        assert(y[j] < 1e6, "too large");
      end if;
    end for;
  end scale;
  function outer_one
    input Real x;
    input Integer n;
    output Real r;
    output Real s[2];
  protected
    Real h[2]; Mode b; Real w;
  algorithm
    (h, b) := scale({{x, 2*x}, {3*x, 4}}, n, Mode.slow);
    w := 1;
    while w < x loop
      w := 2*w;
      if w > 100 then return; end if;
    end while;
    s := h;
    r := h[1] + w*(if b == Mode.fast then 1 else 2);
  end outer_one;
  parameter Integer n = 2;
  Real x(start = 1, fixed = true);
  Real r, s[2];
  Real c, d[2], e;
equation
  der(x) = -x + r/100;
  (r, s) = outer_one(x, n);
algorithm
  for i in 1:2 loop
    d[i] := if x > 0.5 then s[i] + d[i] else 0;
  end for;
  c := d[1]*d[2];
algorithm
  e := 3;
end PrintedStatements;
