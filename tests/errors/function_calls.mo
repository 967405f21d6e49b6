model FunctionCalls
  function f
    input Real u;
    input Integer n = 1;
    output Real y;
  algorithm
    y := u*n;
  end f;

  function outside
    input Real u;
    output Real y;
    external "C";
  end outside;

  function fails
    input Real u;
    output Real y = u;
  algorithm
    assert(1 > 2, "never");
  end fails;

  Real a = f();
  Real b = f(1, 2, 3);
  Real c = f(1, m = 2);
  Real d = f(1, 2.5);
  Real e = f(true);
  Real i = outside(time);
  Real k = fails(time);
end FunctionCalls;
