model ClocksEquations "What no clocked equation can be solved for"
  Clock c = Clock(Clock(0.1), "ImplicitEuler");
  Real u = sample(time, c), z(start = 1), p, q;
equation
  der(z) = -z + der(q);
  p + u = z;
  p*u = 2;
  q = 2*u;
end ClocksEquations;
