model Robertson "Reactions as slow as hours and as fast as milliseconds: stiff"
  parameter Real k1(unit = "1/s") = 0.04 "A decays to B";
  parameter Real k2(unit = "1/s") = 3e7 "B + B react to B + C";
  parameter Real k3(unit = "1/s") = 1e4 "B + C react to A + C";
  output Real A(start = 1, fixed = true);
  output Real B(start = 0, fixed = true, nominal = 1e-5) "short-lived";
  output Real C(start = 0, fixed = true);
  Real whole = A + B + C "stays";
equation
  der(A) = -k1*A + k3*B*C;
  der(B) = k1*A - k3*B*C - k2*B^2;
  der(C) = k2*B^2;
  annotation(experiment(StopTime = 40, Interval = 0.4, Tolerance = 1e-8),
             __foucault(plot = "A,C"));
end Robertson;
