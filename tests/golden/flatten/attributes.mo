model Attributes
  parameter Real x0 = 0.1;
  constant String metre = "m";
  constant Boolean yes = 1 < 2;
  Real x(quantity = "Length", unit = metre, displayUnit = "cm", min = -10, max = 10.5, start = x0, fixed = yes, nominal = 1e3, stateSelect = StateSelect.prefer);
  Real a(stateSelect = StateSelect.never), b(stateSelect = StateSelect.avoid);
  Real c(stateSelect = StateSelect.default), d(stateSelect = StateSelect.always, start = 0);
  Integer i(min = 0, max = 5, start = 1, fixed = true, quantity = "Count");
  Boolean q(start = false, fixed = not yes, quantity = "Switch");
  discrete Real s(start = 2);
equation
  der(x) = -x;
  a = x;
  b = 2*x;
  c = 3*x;
  der(d) = a;
  i = 2;
  q = x > 1;
  when x > 1 then
    s = floor(x);
  end when;
end Attributes;
