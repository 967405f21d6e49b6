model Dependent "the second equation differentiated has the same derivatives"
  Real x, y;
equation
  der(x) + time*der(y) = exp(-time);
  x + time*y = sin(time);
end Dependent;
