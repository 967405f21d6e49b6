model M
  record R Real b; end R;
  function f
    input R a[2];
    output Real y;
    external "C" y = g(a);
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
