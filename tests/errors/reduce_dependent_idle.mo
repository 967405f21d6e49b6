model DependentIdle "x stands in the sum of two equations but cancels out"
  parameter Real a = 2;
  Real x(start = 1), y, z;
equation
  der(x) = -x + z;
  x + y + z = sin(time);
  a*x + a*y + a*z = 3*sin(time);
end DependentIdle;
