// options: --expose interface --expose inner*
model Interface "inputs, outputs, parameters, states, and what the pattern matches"
  input Real u(start = 1);
  output Real y;
  parameter Real p = 2;
  Real x(start = 0, fixed = true), inner1, hidden;
equation
  der(x) = hidden + inner1;
  inner1 = p*u;
  hidden = -x;
  y = hidden + u;
end Interface;
