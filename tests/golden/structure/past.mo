model Past "what is read from the past, and in initialization from the present"
  input Real u(start = 1), T(start = 1);
  output Real y, z;
  Real x(start = 1, fixed = true);
equation
  y = delay(u, 1);
  z = delay(2*x, T, 3);
  der(x) = -delay(x, 0.5);
end Past;
