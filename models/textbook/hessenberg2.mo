model Hessenberg2 "Hessenberg form of order 2 with a time-varying constraint"
  Real a(start = 1), b(start = 0.5, fixed = true), z;
equation
  der(a) = -a + b + z + sin(time);
  der(b) = -2*b + z;
  0 = a + time*b - cos(time);
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "a,b,z"));
end Hessenberg2;
