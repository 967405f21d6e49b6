model UnknownAttribute
  Real x(strat = 1, fixd = true, units = "m", colour = 3);
  Integer n(nominal = 1, unit = "1");
  Boolean b(min = false);
  Real y(start(x = 1));
  Real z(unbounded = true, stateSelect = StateSelect.preferred);
equation
  x = 1;
end UnknownAttribute;
