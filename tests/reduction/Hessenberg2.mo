model Hessenberg2 "Linear Hessenberg system of order 2, time-varying constraint row"
  Real a(start = 1), b(start = 0.5, fixed = true), z;
equation
  der(a) = -a + b + z + sin(time);
  der(b) = -2*b + z;
  0 = a + time*b - cos(time);
end Hessenberg2;
