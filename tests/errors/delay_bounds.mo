model DelayBounds "delays that are known at translation, out of their bounds"
  Real x = time;
  Real y = delay(x, -0.1);
  Real z = delay(x, 0.2, 0.1);
end DelayBounds;
