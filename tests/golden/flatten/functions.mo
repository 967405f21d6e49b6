model Functions
  parameter Real p = 0.5;
  Real x(start = 1, fixed = true);
  Real a = sin(x) + cos(x) + tan(x) + asin(p) + acos(p) + atan(x) + atan2(x, 2);
  Real b = sinh(x) + cosh(x) + tanh(x) + exp(-x) + log(x) + log10(1 + x);
  Real c = abs(x) + sign(x) + sqrt(x) + min(x, 1) + max(x, p);
  Real d = div(x, 0.5) + mod(x, 2) + rem(x, 2) + ceil(x) + floor(x) + integer(x);
  Real e = noEvent(max(x, 0)) + smooth(1, x*abs(x)) + homotopy(x^2, x);
  Real f = homotopy(simplified = x, actual = exp(x)) + (if initial() then 0 else time);
equation
  der(x) = -x + der(p) + der(time);
end Functions;
