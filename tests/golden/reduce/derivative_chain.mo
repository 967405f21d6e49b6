model DerivativeChain "index 3 without a state: everything is an assignment"
  Real x, y, z;
equation
  der(x) = y;
  der(y) = z;
  x = sin(time);
end DerivativeChain;
