// der() of expressions, of derivatives and of arrays of them (MLS 3.7.4.2)
model DerExpressions
  parameter Real m = 2;
  Real x, v, a, b[2], c, d;
equation
  der(m*x) = v;
  der(x*v) = -x;
  a = der(der(x));
  b = der({x, 2*v}*3);
  c = der(x^3 + time);
  d = der(if x > 0 then x^2 else -x^2);
end DerExpressions;
