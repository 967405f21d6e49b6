model PartialDerivatives
  function f
    input Real x;
    input Real y;
    output Real z;
  algorithm
    z := x^2*sin(y);
  end f;
  function fx = der(f, x);
  function fxyx = der(fxy, x) "a derivative of a derivative";
  function fxy = der(f, x, y);
  function other = fxy;
  function sum
    input Real x;
    input Integer n;
    output Real s;
    output Real t[2];
  algorithm
    s := 0;
    for k in 1:n loop
      s := s + x^k/k;
    end for;
    t := {s*x, x};
  end sum;
  function sum_x = der(sum, x);
  Real u = fx(time, y = 2), v = fxyx(time, 2), w = other(time, 2);
  Real s, t[2];
equation
  (s, t) = sum_x(time, 4);
end PartialDerivatives;
