within Shapes.Parts;
model Mass "Finds Length and g in the package around its package"
  parameter Real m = n;
  Length s(start = 0);
  Real v;
  Real f = m*g;
equation
  der(s) = v;
end Mass;
