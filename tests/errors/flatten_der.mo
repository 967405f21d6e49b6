model Der
  Integer i;
  Boolean b;
  discrete Real d;
  Real x, y;
equation
  i = 1;
  b = true;
  when time > 1 then d = 1; end when;
  der(i) = 1;
  der(b) = 1;
  der(d) = 1;
  der(x*y) = 1;
  der(x, y) = 2;
end Der;
