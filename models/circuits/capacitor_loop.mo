model CapacitorLoop
  "A voltage source parallel to a capacitor, nodal equations, index 2"
  parameter Real C1(unit = "F") = 1, C2(unit = "F") = 1, R(unit = "Ohm") = 1;
  Real e1(unit = "V"), e2(unit = "V", start = 0, fixed = true) "node voltages";
  Real jV(unit = "A") "current of the source";
equation
  C1*der(e1) + (e1 - e2)/R + jV = 0;
  C2*der(e2) - (e1 - e2)/R = 0;
  e1 = sin(time);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "e1,e2,jV"));
end CapacitorLoop;
