model FreeParameters "in turn: by a steady state, by nothing, by an equation"
  parameter Real k(start = 1, fixed = false);
  parameter Real unused(start = 3, fixed = false);
  parameter Boolean wet(fixed = false);
  parameter Integer open(start = 5, fixed = false);
  parameter Real twice = 2 * k;
  parameter Real plain(fixed = false) = 4;
  Real x(start = 1, fixed = true);
  Real y(start = twice, fixed = true);
initial equation
  der(x) = 0;
  wet = x > 0.5;
equation
  der(x) = (if wet then plain else unused) - k * x;
  der(y) = open - y;
end FreeParameters;
