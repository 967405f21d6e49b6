model MergedChains "two gears on one shaft: positions, speeds, accelerations"
  Real phi1(start = 0.5), w1, a1, phi2, w2(start = 3), a2, tau;
equation
  der(phi1) = w1;
  der(w1) = a1;
  der(phi2) = w2;
  der(w2) = a2;
  phi1 = -phi2;
  2*a1 = sin(time) - tau;
  5*a2 = -tau;
end MergedChains;
