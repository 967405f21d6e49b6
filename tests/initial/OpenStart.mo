model OpenStart "An unknown that drops out keeps a start value of parameters"
  parameter Real p = 2;
  Real x(start = 3*p), z(start = 1, fixed = true);
equation
  der(z) = 1;
  (if z > 5 then x - z else 0) = 0;
end OpenStart;
