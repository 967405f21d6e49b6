model Paraboloid "A mass point slides on the surface p3 = p1^2 + p2^2, index 3"
  Real p1(start = 1, fixed = true), p2(start = 0, fixed = true), p3(start = 1);
  Real v1(start = 0, fixed = true), v2(start = 1.2, fixed = true);
  Real v3(start = 0);
  Real lambda(start = -0.8) "force of the surface";
  output Real energy = (v1^2 + v2^2 + v3^2)/2 + p3;
  output Real angularMomentum = p1*v2 - p2*v1;
equation
  der(p1) = v1;
  der(p2) = v2;
  der(p3) = v3;
  der(v1) = 2*lambda*p1;
  der(v2) = 2*lambda*p2;
  der(v3) = -lambda - 1;
  p1^2 + p2^2 - p3 = 0;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "p2:p1"));
end Paraboloid;
