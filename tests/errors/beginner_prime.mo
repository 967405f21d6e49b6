// The derivative of other languages.
model Prime
  Real x;
equation
  x' = -x;
end Prime;
