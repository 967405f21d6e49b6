model DerivativeChain "x twice, the first equation once"
  Real x, y, z;
equation
  der(x) = 2*y;
  der(y) = 3*z;
  x = sin(time);
end DerivativeChain;
