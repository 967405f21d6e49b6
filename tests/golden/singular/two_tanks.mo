model TwoTanks "every unknown has an equation: nothing is changed"
  Real h1(start = 2, fixed = true), h2(start = 1, fixed = true), q;
equation
  der(h1) = -q;
  der(h2) = q;
  q = 0.5*(h1 - h2);
end TwoTanks;
