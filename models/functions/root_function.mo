model RootFunction
  "A square root by iteration, in a derivative and as a nonlinear equation"
  function root "Heron's method"
    input Real a(min = 0);
    output Real x;
  algorithm
    assert(a > 0, "the root of a number that is not positive");
    x := 0.5*(1 + a);
    while abs(x*x - a) > 1e-15*a loop
      x := 0.5*(x + a/x);
    end while;
  end root;

  function sumUp "n + (n-1) + ... + 1 times x, by calls of itself"
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n <= 0 then 0 else n*x + sumUp(x, n - 1);
  end sumUp;

  parameter Integer n = 4;
  Real x(start = 1, fixed = true) "draining: s = sqrt(x + 1) falls evenly";
  Real q(start = 1) "root(q) = 1 + time";
  Real s;
equation
  der(x) = -root(x + 1);
  root(q) = 1 + time;
  s = sumUp(time, n);
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,q"));
end RootFunction;
