model ClocksCalls
  Real a, b, c, d, e, f;
  Integer n = 2;
  Real s(start = 1);
algorithm
  a := previous(s);
equation
  b = subSample(sample(time, Clock(1)), n);
  c = sample(time, Clock(2*s));
  d = sample(time, Clock(Clock(1), "Exakt"));
  e = shiftSample(sample(time, Clock(1)), -1);
  s = superSample(sample(time, Clock(time > 1)), 2);
  f = sample(time, Clock(Clock(1), method = "ImplicitEuler"));
end ClocksCalls;
