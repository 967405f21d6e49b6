model two_ways "A flow through pipes without a volume, known by time: it goes one way or the other, never both"
  parameter Integer n = 4;
  parameter Real outside = 1 "enthalpy";
  Real m(start = 1, fixed = true), E(start = 5, fixed = true), h "in the tank";
  Real q(start = 0), q_a[n], q_b[n] "into the tank, into both ends of each pipe";
  Real H, h_p[n], h_e[n + 1] "enthalpy that flows, in the pipes, at their ends";
equation
  q = sin(time);
  q_a[1] = q;
  q_a[2:n] = -q_b[1:n - 1];
  q_a + q_b = zeros(n);
  der(m) = q;
  E = m*h;
  der(E) = H;
  H = semiLinear(q, h_e[n + 1], h);
  H = -semiLinear(-q, h_e[1], outside);
  for i in 1:n loop
    H = semiLinear(q_a[i], h_e[i], h_p[i]);
    H = -semiLinear(q_b[i], h_e[i + 1], h_p[i]);
  end for;
  annotation(experiment(StopTime = 6));
end two_ways;
