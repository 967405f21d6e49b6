function late "too long to become an expression"
  input Real u;
  output Real y = 0;
algorithm
  while y < u loop
    y := y + delay(u, 1);
  end while;
end late;

function slope
  input Real u;
  output Real y = der(u);
algorithm
end slope;

function first
  input Real u;
  output Real y;
algorithm
  y := if initial() or terminal() then 1 elseif sample(0, 1) then 2 else u;
end first;

model FunctionOperators "what depends on more than the inputs of a function"
  Real x = late(time);
  Real y = slope(time);
  Real z = first(time);
end FunctionOperators;
