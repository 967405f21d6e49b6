model Rc "A capacitor is charged through a resistor, index 1"
  parameter Real R(unit = "Ohm") = 1 "resistance";
  parameter Real C(unit = "F") = 1 "capacitance";
  parameter Real V(unit = "V") = 1 "source voltage";
  output Real vC(unit = "V", start = 0, fixed = true) "capacitor voltage";
  Real i(unit = "A") "current";
equation
  C*der(vC) = i;
  0 = V - R*i - vC;
  annotation(experiment(StopTime = 5, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "vC,i"));
end Rc;
