model JerkOnCircle "Third-order motion bound to the unit circle, index 4"
  parameter Real g = 1;
  Real x1(start = 1), x2(start = 0, fixed = true) "position";
  Real v1(start = 0), v2(start = 0.5, fixed = true) "velocity";
  Real a1(start = -0.25), a2(start = 0, fixed = true) "acceleration";
  Real z "what holds the point on the circle";
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = a1;
  der(v2) = a2;
  der(a1) = -v1 - 2*z*x1;
  der(a2) = -v2 - 2*z*x2 - g;
  x1^2 + x2^2 = 1;
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "x1,x2,z"));
end JerkOnCircle;
