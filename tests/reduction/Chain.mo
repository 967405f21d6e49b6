model Chain "Derivative chain with prescribed trajectory, index 3, no state"
  Real x, y, z;
equation
  der(x) = y;
  der(y) = z;
  x = sin(time);
end Chain;
