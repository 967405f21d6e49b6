// Section 8.3.4: a parameter chooses at translation, a variable at run time.
model SpecIfEquation
  parameter Boolean closed = true annotation(Evaluate = true);
  parameter Integer kind = 2;
  final parameter Boolean odd = mod(kind, 2) == 1;
  Real x(start = 1, fixed = true), y, z;
equation
  if closed then
    der(x) = -x;
  else
    x = 0;
    y = 1;
  end if;
  if x > 0.5 then
    y = x;
    z = 1;
  elseif x > 0.25 then
    y = 2*x;
    z = 2;
  else
    y = 3*x;
    z = 3;
  end if;
end SpecIfEquation;
