model ChargeOriented "The circuit of MnaMixed in charge/flux oriented form, 8 equations, index 2"
  parameter Real C1 = 1, C2 = 2, L = 1, G = 1;
  Real e1, e2(start = 0, fixed = true), e3, jL, jV, q1, q2, phi;
equation
  der(q1) + jV = 0;
  -der(q1) + der(q2) - jL + G*e2 = 0;
  jL - cos(2*time) = 0;
  der(phi) = e3 - e2;
  e1 = sin(time);
  q1 = C1*(e1 - e2);
  q2 = C2*e2;
  phi = L*jL;
end ChargeOriented;
