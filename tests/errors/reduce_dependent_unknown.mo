model DependentUnknown "five equations whose factors are long expressions"
  Real a, b, c, d, e, s;
equation
  a + s*b + time*c + s^2*d + exp(s)*e = 1;
  s*a + b + s*c + time*d + e = 2;
  time*a + sin(s)*b + c - s*d + s^3*e = 3;
  a - b + cos(s)*c + d + time*e = 4;
  (1 + s + time + sin(time))*a + (s + 1 + sin(s) - sin(time))*b
    + (time + s + 1 + sin(time)*cos(s))*c + (s^2 + time - s + sin(time))*d
    + (exp(s) + 1 + s^3 + sin(time)*time)*e = 10;
  s = time + 2;
end DependentUnknown;
