function f
  input Integer n;
  input Real u;
  output Real y;
protected
  Real a[n];
algorithm
  for i in 1:n loop
    a[i] := u*i;
  end for;
  y := sum(a) + unknown(u);
end f;

model FunctionBrokenTwice "two calls of a function that cannot be made"
  Real x = f(3, time);
  Real y = f(integer(time) + 1, time);
end FunctionBrokenTwice;
