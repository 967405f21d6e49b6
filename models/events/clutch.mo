model Clutch "Two inertias and a clutch with dry friction: stuck and sliding"
  type Mode = enumeration(Backward, Stuck, Forward, Free);
  parameter Real J1(unit = "kg.m2") = 1, J2(unit = "kg.m2") = 2;
  parameter Real engaged(unit = "N.m") = 10, worn(unit = "N.m") = 2;
  output Real w1(unit = "rad/s", start = 10, fixed = true);
  output Real w2(unit = "rad/s", start = 0, fixed = true);
  Real slip(unit = "rad/s") = w1 - w2;
  Real drive(unit = "N.m") = if time >= 3.5 then 8*sin(2*(time - 3.5)) else 0;
  Real capacity(unit = "N.m") = if time < 1 then 0 else if time < 3 then engaged
    else worn "friction torque";
  Real tau(unit = "N.m") "torque of the clutch";
  Real s "place on the characteristic: torque if stuck, slip acceleration else";
  Boolean free = capacity <= 0;
  Boolean starts(start = false, fixed = true), reverses(start = false, fixed = true);
  Boolean stuck;
  Mode mode(start = Mode.Stuck, fixed = true);
equation
  J1*der(w1) = drive - tau;
  J2*der(w2) = tau;
  starts = pre(mode) == Mode.Stuck and s > capacity or initial() and slip > 0;
  reverses = pre(mode) == Mode.Stuck and s < -capacity or initial() and slip < 0;
  stuck = not free and pre(mode) == Mode.Stuck and not (starts or reverses);
  der(slip) = if stuck then 0 else if free then s else if starts or
    pre(mode) == Mode.Forward then s - capacity else s + capacity;
  tau = if stuck then s else if free then 0 else if starts or
    pre(mode) == Mode.Forward then capacity else -capacity;
  mode = if free then Mode.Free else if slip > 0 and (starts or pre(mode) ==
    Mode.Forward or pre(mode) == Mode.Free) then Mode.Forward else if slip < 0
    and (reverses or pre(mode) == Mode.Backward or pre(mode) == Mode.Free) then
    Mode.Backward else Mode.Stuck;
  annotation(experiment(StopTime = 4.8, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "w1,w2,tau"));
end Clutch;
