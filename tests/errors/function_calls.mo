model FunctionCalls
  function f
    input Real u;
    input Integer n = 1;
    output Real y;
  algorithm
    y := u*n;
  end f;

  function halve
    input Real u;
    output Real y = u;
  algorithm
    while y > 1 loop
      y := y/2;
    end while;
  end halve;

  function itself
    input Real u;
    output Real y;
  algorithm
    y := itself(u);
  end itself;

  function outside
    input Real u;
    output Real y;
    external "C";
  end outside;

  function long
    input Real u;
    output Real y = u;
  algorithm
    for i in 1:60 loop
      y := y + y;
    end for;
  end long;

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
  Real g = halve(time);
  Real h = itself(time);
  Real i = outside(time);
  Real j = long(time);
  Real k = fails(time);
end FunctionCalls;
