model ClocksFactorUnknown
  Real fast, down;
equation
  fast = sample(time, Clock(2, 10));
  down = subSample(fast) + 1;
end ClocksFactorUnknown;
