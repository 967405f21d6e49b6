model Discrete "what discrete equations may not look like"
  Integer i, j, k, n;
  Boolean never;
equation
  2*i = 4;
  j = 1;
  j = 2;
  k = n + 1;
  n = k - 1;
end Discrete;
