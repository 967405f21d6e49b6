model LoopAndCutset
  "A loop of capacitors and a cutset of inductors in one circuit, index 2"
  parameter Real C1 = 1, C2 = 2, L = 1, G = 1;
  Real e1, e2(start = 0, fixed = true), e3 "node voltages";
  Real jL, jV "currents";
equation
  C1*(der(e1) - der(e2)) + jV = 0;
  C1*(der(e2) - der(e1)) + C2*der(e2) - jL + G*e2 = 0;
  jL - cos(2*time) = 0;
  L*der(jL) = e3 - e2;
  e1 = sin(time);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "e1,e2,e3,jV"));
end LoopAndCutset;
