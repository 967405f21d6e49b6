model ClocksOfClocks "Operators that make no clock of a clock"
  Clock a = previous(Clock(0.1)), b = hold(a), c = noClock(a), d = sample(a);
  Real x = sample(time, a);
end ClocksOfClocks;
