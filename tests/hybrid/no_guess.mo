model NoGuess "What was found while off is not a guess for on: k = 1"
  Boolean on = time > 1;
  Real k, P, x, s, q, heat(start = 0, fixed = true);
equation
  x = 3 + 0.1*tanh(P);
  s = exp(-x) + 0.1*x^2;
  q = s^2 + 0.1*exp(-s);
  k = if on then 1.2 + 0.01*q*s else 1;
  P = if on then k/(k - 1)*x*(2^((k - 1)/k) - 1) else 0;
  der(heat) = P;
end NoGuess;
