model DerivativeAnnotation
  function f
    input Real x;
    input Real p;
    output Real y;
  algorithm
    y := p*x^2;
    annotation(Inline = false,
      derivative(zeroDerivative = q, noDerivative = y, first = 1) = f_der,
      derivative(order = 2) = f_der2);
  end f;
  function f_der
    input Real x;
    input Real p;
    input Real dx;
    input Real dp;
    output Real dy;
  algorithm
    dy := 2*p*x*dx + dp*x^2;
  end f_der;
  Real y = f(time, 3), v = der(y), w = z;
end DerivativeAnnotation;
