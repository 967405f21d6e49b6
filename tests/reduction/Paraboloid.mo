model Paraboloid "Mass point on the surface p3 = p1^2 + p2^2, index 3, 4 states"
  Real p1(start = 1, fixed = true), p2(start = 0, fixed = true), p3(start = 1);
  Real v1(start = 0, fixed = true), v2(start = 1.2, fixed = true), v3(start = 0);
  Real lambda(start = -0.8);
  Real energy = (v1^2 + v2^2 + v3^2)/2 + p3;
  Real angularMomentum = p1*v2 - p2*v1;
equation
  der(p1) = v1;
  der(p2) = v2;
  der(p3) = v3;
  der(v1) = 2*lambda*p1;
  der(v2) = 2*lambda*p2;
  der(v3) = -lambda - 1;
  0 = p1^2 + p2^2 - p3;
end Paraboloid;
