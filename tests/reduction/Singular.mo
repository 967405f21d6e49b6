model Singular "Structurally fine, numerically singular differentiated system"
  Real x, y;
equation
  der(x) + time*der(y) = exp(-time);
  x + time*y = sin(time);
end Singular;
