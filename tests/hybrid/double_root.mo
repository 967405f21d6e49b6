model DoubleRoot "Square roots of what rounding has made less than zero"
  parameter Real a = 0.1;
  Real d "Zero but for rounding: -5.6e-17";
  Real r(start = 0.5) "in a loop of its own";
  Real p(start = 0.5), q "in a loop of two";
  Real h(start = 1, fixed = true), v(start = 1) "a vessel that runs empty, and a jet";
  Real w(start = 1);
equation
  d = 0.3 - 3*a + 0*time;
  r^2 = d;
  p*q = d;
  q = p + 0.5*sin(p);
  der(h) = if time < 1 then -h else 0;
  v^2 = if time < 1 then h else d;
  w = v + 0.1*sin(w);
end DoubleRoot;
