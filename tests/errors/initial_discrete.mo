// initial equations for discrete variables
model InitialDiscrete
  Integer n(start = 0), m;
  Boolean b = time > 1;
equation
  when time > 1 then
    n = pre(n) + 1;
  end when;
  m = n + 1;
initial equation
  n = 2;
  pre(n) = 3;
  b = true;
  m = 4;
end InitialDiscrete;
