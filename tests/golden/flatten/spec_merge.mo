// Section 7.2.3: the outer modification wins, the others remain.
type Angle = Real(unit = "rad", displayUnit = "deg", min = -10, max = 10);

model Inner
  Angle phi(start = 1, min = -5);
  parameter Real k = 1;
equation
  der(phi) = -k*phi;
end Inner;

model Middle
  extends Inner(phi(start = 2, nominal = 3), k = 2);
end Middle;

model SpecMerge
  Middle a(phi(start = 4), k = 5);
  Middle b(phi(max = 6));
  extends Inner(k = 7, phi.fixed = true);
end SpecMerge;
