model Hessenberg3 "Hessenberg form of order 3: two oscillators tied together"
  Real v, w(start = 0, fixed = true) "velocities";
  Real p(start = 0.5), q(start = 0.25, fixed = true) "positions";
  Real lambda "force of the constraint";
equation
  der(v) = -v - p + lambda;
  der(w) = -w - 4*q + 2*lambda + sin(time);
  der(p) = v;
  der(q) = w;
  0 = p + 2*q - cos(time);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "p,q,lambda"));
end Hessenberg3;
