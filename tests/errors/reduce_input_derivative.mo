model InputDerivative "the position is prescribed by an input"
  input Real reference;
  Real x, v, force;
equation
  der(x) = v;
  2*der(v) = force - x;
  x = 3*reference;
end InputDerivative;
