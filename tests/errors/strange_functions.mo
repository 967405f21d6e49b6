model StrangeFunctions "Functions that call themselves with ever larger sizes"
  function f
    input Integer n;
    input Real x[n];
    output Real y;
  algorithm
    y := f(n + 1, fill(sum(x), n + 1));
  end f;
  function g
    input Integer n;
    output Real y[n];
  protected
    Real z[n + 1] = g(n + 1);
  algorithm
    y := z[1:n];
  end g;
  Real a = f(1, {time});
  Real b[2] = g(2);
end StrangeFunctions;
