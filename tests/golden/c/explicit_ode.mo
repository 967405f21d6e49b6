// Explicit equations: no block is solved, the derivatives follow one by one.
model explicit_ode
  parameter Real m(unit = "kg") = 2;
  parameter Real c = 8;
  parameter Real d = c/40;
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real energy;
  input Real u;
  output Real y = x + u;
equation
  der(x) = v;
  m*der(v) = u - c*x - d*v;
  energy = m*v^2/2 + c*x^2/2;
end explicit_ode;
