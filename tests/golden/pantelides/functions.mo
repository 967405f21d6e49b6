model Functions "the derivatives of many functions, once each"
  parameter Real p = 3;
  Real a, b, c, d, za, zb, zc, zd;
equation
  der(a) = za + a;
  der(b) = zb + a*b;
  der(c) = zc - c;
  der(d) = zd + 1;
  exp(-a) + sqrt(1 + a^2) = 2 + time;
  sin(b)*cos(a) + tanh(b)/a = log(1 + time);
  atan2(c, 1 + a^2) + c^p = b;
  (if time > 1 then d^2 else 2*d) + max(c, d) = abs(b);
end Functions;
