model NoEvent "sign() jumps, abs() has a kink: neither makes an event"
  Real v1(start = 0, fixed = true), v2, i;
  Real x1(start = 0, fixed = true), x2, F;
  Real w1(start = 0, fixed = true), w2;
equation
  der(v1) = i;
  2*der(v2) = i;
  v1 + v2 = sign(time - 0.5);
  der(x1) = w1;
  der(x2) = w2;
  der(w1) = F;
  2*der(w2) = -F;
  x1 - x2 = abs(time - 0.5);
end NoEvent;
