// A function changes fields and results that are no Reals between events: the
// Real of each is exact at every time (section 3.8.4 forbids it, W209).
model BetweenEvents
  type E = enumeration(a, b, c);
  record R
    Real x;
    Integer n;
    Boolean b;
    E e;
  end R;
  function f
    input Real u;
    output R r;
  algorithm
    r := R(2*u, 1, false, E.a);
    for k in 1:3 loop
      if u > 0.3*k then
        r := R(2*u, k + 1, not r.b, if u > 0.8 then E.c else E.b);
      end if;
    end for;
  end f;
  function g
    input Real u;
    output Real y = 2*u;
    output Integer i = if u > 0.5 then 2 else 1;
  end g;
  R r = f(time), q;
  Integer k = r.n + 1, i;
  Boolean c;
  Real v[5] = {1, 2, 3, 4, 5};
  Real w = v[k];
  Real z = if r.e == E.c then 3 elseif r.b then 1 else 0;
  Real y, x(start = 0, fixed = true);
  R taken, given = taken "its own value determines the other one";
equation
  given = f(time/4);
  q = f(time/2);
  (y, i) = g(time);
  c = not r.b;
  der(x) = if i == 1 and not c or q.n == 1 then 1 else 3;
end BetweenEvents;
