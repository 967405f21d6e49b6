model M
  partial function h input Real u; output Real v; end h;
  function f
    input h a;
    output Real y;
    external "C" y = g(a);
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
