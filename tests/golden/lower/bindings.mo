model Bindings "bindings become equations, constants numbers"
  constant Real g = 9.81;
  parameter Real m = 2, weight = m*g;
  final parameter Real half = 0.5;
  input Real u(start = 3);
  input Real w = 2*m;
  Real x(start = 0, nominal = 10, fixed = true) = 3*y + half;
  output Real y;
initial equation
  der(z) = 0;
equation
  y = u + w - weight;
  der(z) = x - z;
protected
  Real z(stateSelect = StateSelect.prefer);
end Bindings;
