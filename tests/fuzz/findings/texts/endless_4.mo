model M
  function f input Real u; output Real y; algorithm y := u^2; annotation(derivative = f, inverse(u = f(y)), smoothOrder = 9); end f;
  function df = der(f, u, u, u, u, u, u, u, u);
  Real x(start = 1, fixed = true);
equation
  f(x) = df(time) + der(f(der(x)));
end M;
