model CvLoop "Voltage source parallel to a capacitor, nodal equations, index 2"
  parameter Real C1 = 1, C2 = 1, R = 1;
  Real e1, e2(start = 0, fixed = true), jV;
equation
  C1*der(e1) + (e1 - e2)/R + jV = 0;
  C2*der(e2) - (e1 - e2)/R = 0;
  e1 = sin(time);
end CvLoop;
