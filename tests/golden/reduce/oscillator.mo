model Oscillator "an ordinary differential equation with in- and outputs"
  parameter Real m = 2, k = 3*m, d(min = 0) = 0.1;
  input Real force(start = 1);
  output Real energy;
  Real x(start = k/10, fixed = true, nominal = 5), v(start = 0, fixed = true);
equation
  der(x) = v;
  m*der(v) + d*v + k*x = force;
  energy = m/2*v^2 + k/2*x^2;
end Oscillator;
