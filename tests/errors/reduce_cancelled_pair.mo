model CancelledPair "x seems to be determined by the first equation"
  Real x, w, v, z, u;
equation
  (x + 1) - x + w = 2;
  x + v = 5;
  der(w) = z;
  der(v) = u;
  z = 1;
end CancelledPair;
