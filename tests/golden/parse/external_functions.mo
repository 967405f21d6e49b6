package External
  function f1
    external;
  end f1;
  function f2
    external "C";
  end f2;
  function f3
    input Real x;
    output Real y;
  external "C" y = cfun(x, size(x, 1), 2 + 3) annotation(Include = "a.h", Library = {"a", "b"});
    annotation(derivative = df);
  end f3;
  impure function f4
    external "FORTRAN 77" sub();
  end f4;
  function f5
    protected Real z;
    external a.b[1] = g() annotation(x = 1);
  end f5;
  function f6
    external h(1);
  end f6;
end External;
