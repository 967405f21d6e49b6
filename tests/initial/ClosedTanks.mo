model ClosedTanks "At rest both levels are equal; how high they are is free"
  Real h1(start = 1), h2(start = 3), q;
initial equation
  der(h1) = 0;
  der(h2) = 0;
equation
  der(h1) = -q;
  der(h2) = q;
  q = 0.5*(h1 - h2);
end ClosedTanks;
