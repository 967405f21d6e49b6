model LinearIndex2 "a capacitor across a voltage source"
  parameter Real C1 = 1, C2 = 2, R = 3;
  Real e1, e2(start = 0, fixed = true), j;
equation
  C1*der(e1) + (e1 - e2)/R + j = 0;
  C2*der(e2) - (e1 - e2)/R = 0;
  e1 = sin(time);
end LinearIndex2;
