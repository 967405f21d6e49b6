model M
  function f
    output Real y;
    external "C" y[1] = g();
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
