model TooFewEquations
  Real x(start = 1), v, force, power, spare;
equation
  der(x) = v;
  der(v) = force - x;
  power = force*v;
end TooFewEquations;
