model M
  record R R b; end R;
  function f
    input R a;
    output Real y;
    external "C" y = g(a);
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
