model Hessenberg3 "Linear Hessenberg system of order 3"
  Real v, w(start = 0, fixed = true), p(start = 0.5), q(start = 0.25, fixed = true), lam;
equation
  der(v) = -v - p + lam;
  der(w) = -w - 4*q + 2*lam + sin(time);
  der(p) = v;
  der(q) = w;
  0 = p + 2*q - cos(time);
end Hessenberg3;
