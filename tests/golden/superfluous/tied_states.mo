model TiedStates "no algebraic unknown depends on the derivative: an implicit solver leaves it out"
  Real x(start = 1, fixed = true), y;
equation
  der(x) + 2*der(y) = -x;
  y = x^3 + sin(time);
end TiedStates;
