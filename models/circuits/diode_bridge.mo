model DiodeBridge
  "Four diodes rectify: while all of them block, their middle floats"
  parameter Real R = 100 "Ohm, of the source", load = 1000 "Ohm";
  parameter Real C = 1e-4 "F", Is = 1e-9 "A", Vt = 0.05 "V";
  Real vs "source";
  Real a(start = 0) "after the resistor of the source";
  Real n(start = 0) "minus side; the other end of the source is zero";
  Real p(start = 0, fixed = true) "capacitor, plus side over minus side";
  Real i1 "a to plus", i2 "minus to a", i3 "zero to plus", i4 "minus to zero";
equation
  vs = 10*sin(50*time);
  i1 = Is*(exp((a - n - p)/Vt) - 1);
  i2 = Is*(exp((n - a)/Vt) - 1);
  i3 = Is*(exp((-n - p)/Vt) - 1);
  i4 = Is*(exp(n/Vt) - 1);
  (vs - a)/R = i1 - i2;
  C*der(p) = i1 + i3 - p/load;
  i1 + i3 = i2 + i4 "of the capacitor and the load";
  annotation(experiment(StopTime = 0.4),
             __foucault(plot = "vs,p"));
end DiodeBridge;
