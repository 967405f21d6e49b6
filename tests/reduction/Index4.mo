model Index4 "Hessenberg system of index 4 (third-order motion on the unit circle), 3 states"
  parameter Real g = 1;
  Real x1(start = 1), x2(start = 0, fixed = true);
  Real y11(start = 0), y12(start = 0.5, fixed = true);
  Real y21(start = -0.25), y22(start = 0, fixed = true);
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
