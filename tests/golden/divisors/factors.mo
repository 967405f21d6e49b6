model Factors "a factor that is never zero, one of parameters, one that must be checked"
  parameter Real p = 2;
  Real x(start = 1, fixed = true), a, b, c;
equation
  der(x) = -x;
  (1 + x^2)*a = 1;
  (p - 1)*b = x;
  (x - 5)*c = 1;
end Factors;
