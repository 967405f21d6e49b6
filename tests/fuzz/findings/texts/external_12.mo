model M
  record R Real b; end R;
  function f
    output R r;
    output Real y;
    external "C" r = g();
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
