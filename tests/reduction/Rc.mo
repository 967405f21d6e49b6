model Rc "Resistor and capacitor, index 1"
  parameter Real R = 1, C = 1, V = 1;
  Real vC(start = 0, fixed = true), i;
equation
  C*der(vC) = i;
  0 = V - R*i - vC;
end Rc;
