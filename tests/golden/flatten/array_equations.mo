// Equations, values, attributes and derivatives of arrays.
model ArrayEquations
  constant Integer n = 3;
  parameter Real L = 1, dx = L/(n - 1);
  Real T[n](start = linspace(0, 1, n), each unit = "K", each fixed = true);
  Real q[n + 1] = cat(1, {0}, (T[1:n - 1] - T[2:n])/dx, {0});
  Real m[2, 2](start = {{1, 2}, {3, 4}});
  parameter Real c[n] = fill(2.0, n);
  type Point = Real[2](each unit = "m");
  Point r[2] = {{1, 2}, {3, time}};
equation
  for i in 1:n loop
    c[i]*dx*der(T[i]) = q[i] - q[i + 1];
  end for;
  der(m) = -m;
end ArrayEquations;
