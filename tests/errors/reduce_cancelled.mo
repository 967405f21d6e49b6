model Cancelled "x cancels out of the last equation"
  Real x, y, z;
equation
  der(x) = z;
  der(y) = 1;
  (x + 1) - x + y = 2;
end Cancelled;
