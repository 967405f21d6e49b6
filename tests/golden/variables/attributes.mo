model Attributes "causality, variability, initial and start of each variable"
  input Real u(start = 2);
  output Real y;
  constant Real c = 3;
  parameter Real p = 2, q = c*p;
  parameter Integer n = 4;
  discrete Boolean b(start = true, fixed = true);
  Real x(start = q, fixed = true), alias, negative;
equation
  der(x) = u - n*x;
  y = p*x;
  alias = x;
  negative = -x;
  when x > 1 then
    b = not pre(b);
  end when;
end Attributes;
