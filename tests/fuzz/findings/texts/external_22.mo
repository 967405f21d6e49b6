model M
  record S = R; record R = Q; record Q extends S; end Q;
  function f
    input S a;
    output Real y;
    external "C" y = g(a);
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
