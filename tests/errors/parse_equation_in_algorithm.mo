function f
  input Real u;
  output Real y;
algorithm
  y = u;
  y u;
  (y) := 3;
  der(y) := 2;
end f;
