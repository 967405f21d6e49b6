model ElasticShaft "Two wheels on one shaft: the twist is wanted as a state"
  parameter Real J1(unit = "kg.m2") = 1 "inertia of the driving wheel";
  parameter Real J2(unit = "kg.m2") = 2 "inertia of the driven wheel";
  parameter Real c(unit = "N.m/rad") = 1e4 "stiffness";
  parameter Real d(unit = "N.m.s/rad") = 10 "damping";
  Real phi1(unit = "rad", start = 0), w1(unit = "rad/s", start = 100);
  Real phi2(unit = "rad", start = 0), w2(unit = "rad/s", start = 100);
  Real twist(unit = "rad", start = 0.01, fixed = true,
    stateSelect = StateSelect.prefer) "small, while both angles grow";
  Real slip(unit = "rad/s", start = 0, fixed = true,
    stateSelect = StateSelect.prefer);
  Real tau(unit = "N.m") "torque in the shaft";
initial equation
  phi1 = 0;
  w1 = 100;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  J1*der(w1) = tau;
  J2*der(w2) = -tau;
  twist = phi2 - phi1;
  slip = der(twist);
  tau = c*twist + d*slip;
  annotation(experiment(StopTime = 0.5, Interval = 0.002, Tolerance = 1e-9),
             __foucault(plot = "twist"));
end ElasticShaft;
