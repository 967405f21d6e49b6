model Variability
  Real v = time;
  parameter Real p = 2*v;
  constant Real c = p;
  final parameter Integer n = integer(time);
  Real x(start = v, max = time);
  Boolean b = noEvent(v > 1);
  Integer i;
equation
  der(x) = 1;
  i = if noEvent(v > 1) then 1 else 2;
end Variability;
