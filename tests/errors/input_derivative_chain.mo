model InputDerivativeChain "nothing but names of derivatives needs them"
  input Real u;
  Real x, v, a;
equation
  x = u + time;
  der(x) = v;
  der(v) = a;
end InputDerivativeChain;
