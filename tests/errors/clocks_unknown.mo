model ClocksUnknown
  Real d(start = 0), e, f;
  Integer n;
equation
  d = previous(d) + 1;
  e + f = sample(time, Clock(0.1));
  f = e + 1;
  n = 2;
end ClocksUnknown;
