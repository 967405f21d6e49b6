model DependentContradiction "differentiated, the constraint contradicts"
  parameter Real k = 3;
  Real x, y, z;
equation
  der(x) + der(y) = 1;
  x + y = k*time;
  z = x;
end DependentContradiction;
