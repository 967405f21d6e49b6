model Refused
  Real a = {1, 2}*{3, 4};
  Real b = [1, 2; 3, 4];
  Real c = sum(i for i in 1:3);
  Real d = max({1, 2}) + sum(a) + size(a, 1);
  Real e = a[1];
  Real f = (a + b)[1];
  Real g = {i for i in 1:2};
end Refused;
