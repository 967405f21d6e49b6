model ClocksBinding
  Clock c = Clock(Clock(0.1), "ImplicitEuler");
  Real u = sample(time, c), x = 2*u, z(start = 1);
equation
  der(z) = -z + der(x);
end ClocksBinding;
