model ArgumentCount
  Real a = sin();
  Real b = sin(1, 2);
  Real c = atan2(1);
  Boolean d = initial(1);
  Real e = sqrt(v = 2);
  Real f = homotopy(1, simple = 2);
  Real g = smooth(time, 2);
end ArgumentCount;
