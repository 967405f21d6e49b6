model ClocksIntervals
  model Unfit "3/10 is not a multiple of 2/10"
    Real fast, slow, down;
  equation
    fast = sample(time, Clock(2, 10));
    slow = sample(time, Clock(3, 10));
    down = subSample(fast) + slow;
  end Unfit;
  Unfit unfit;
end ClocksIntervals;
