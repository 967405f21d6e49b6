model Parameters
  parameter Real a = 2;
  parameter Real b = 2*a "depends on a at run time";
  parameter Real c(start = 3) "no value, only a start";
  parameter Real d "nothing at all";
  final parameter Real e = a + 1 "cannot be changed";
  parameter Integer n = 4 annotation(Evaluate = true);
  parameter Integer k = 2*n;
  parameter Boolean on = n > 3 and not a < 0;
  parameter String name = "a \"quoted\"\ttext";
  parameter Real f = if on then a else b;
  parameter Real h = n;
  parameter Real late = 1 + last;
  parameter Real last = 5;
  Real x(start = b, fixed = n > 3, min = -a, max = a^2, nominal = 10*a);
equation
  der(x) = f*x + der(a) + h;
end Parameters;
