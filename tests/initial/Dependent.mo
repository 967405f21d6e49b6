model Dependent "Two conditions that say the same, unless b is another number"
  parameter Real b = 2;
  Real x(start = 1), y(start = 3), z(start = 0);
initial equation
  x + y = 1 + z;
  2*x + 2*y - b = 2*z;
  z^2 + z = 2;
equation
  der(x) = -x;
  der(y) = -y;
  der(z) = -z;
end Dependent;
