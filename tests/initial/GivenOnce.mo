model GivenOnce "A start value that an initial equation states once more"
  parameter Real s0(fixed = false);
  Real s(start = s0), f;
initial equation
  s = s0;
  s0 = if f < 1 then 2 else 2*f;
equation
  der(f) = 3 - f;
  der(s) = f - s;
end GivenOnce;
