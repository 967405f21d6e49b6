model Homotopy "No logarithm of the guess: the simplified equation leads the way"
  Real y(start = -5), x(start = 1, fixed = true);
equation
  der(x) = -x*y;
  0 = homotopy(log(y) - x, simplified = y - 2);
end Homotopy;
