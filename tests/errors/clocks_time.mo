model ClocksTime "Continuous time on a clock"
  Real c, x(start = 0);
  Real y(start = 0);
equation
  der(x) = 1;
  c = sample(x, Clock(0.3)) + time;
  der(y) = c;
end ClocksTime;
