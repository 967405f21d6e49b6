model M
  package P constant Real x = 1; end P;
  function f
    output Real y;
    external "C" y = g(P);
  end f;
  parameter Real p = f();
  Real x = f();
  Real z[integer(f())];
end M;
