model Misleading "the Jacobian of the derivatives is singular: a combination replaces an equation"
  Real x, y;
equation
  der(x) + time*der(y) = exp(-time);
  x + time*y = sin(time);
end Misleading;
