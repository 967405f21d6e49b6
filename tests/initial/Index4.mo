model Index4 "Hessenberg system of order 4: position given, the rest is guessed"
  parameter Real g = 1;
  Real x1(start = cos(0.3), fixed = true), x2(start = sin(0.3));
  Real y11(start = 1), y12(start = 1), y21(start = 0.2), y22(start = -0.4);
  Real z;
equation
  der(x1) = y11;
  der(x2) = y12;
  der(y11) = y21;
  der(y12) = y22;
  der(y21) = -y11 - 2*z*x1;
  der(y22) = -y12 - 2*z*x2 - g;
  0 = x1^2 + x2^2 - 1;
end Index4;
