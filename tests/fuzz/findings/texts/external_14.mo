model M
  class O extends ExternalObject; end O;
  function f
    output O r;
    output Real y;
    external "C" r = g();
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
