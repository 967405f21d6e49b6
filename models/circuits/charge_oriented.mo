model ChargeOriented
  "The circuit of LoopAndCutset with charges and fluxes as unknowns, index 2"
  parameter Real C1 = 1, C2 = 2, L = 1, G = 1;
  Real e1, e2(start = 0, fixed = true), e3 "node voltages";
  Real jL, jV "currents";
  Real q1, q2 "charges";
  Real phi "flux";
equation
  der(q1) + jV = 0;
  -der(q1) + der(q2) - jL + G*e2 = 0;
  jL - cos(2*time) = 0;
  der(phi) = e3 - e2;
  e1 = sin(time);
  q1 = C1*(e1 - e2);
  q2 = C2*e2;
  phi = L*jL;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "q1,q2,phi"));
end ChargeOriented;
