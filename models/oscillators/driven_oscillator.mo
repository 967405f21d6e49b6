model DrivenOscillator "Mass, spring and damper with a force from outside"
  parameter Real m(unit = "kg", min = 0) = 1 "mass";
  parameter Real c(unit = "N/m", min = 0) = 4 "stiffness";
  parameter Real d(unit = "N.s/m", min = 0) = 0 "damping";
  input Real F(unit = "N", start = 0) "force";
  output Real s(unit = "m", start = 1, fixed = true) "position";
  Real v(unit = "m/s", start = 0, fixed = true) "velocity";
  output Real energy(unit = "J") = m/2*v^2 + c/2*s^2;
equation
  der(s) = v;
  m*der(v) = F - c*s - d*v;
  annotation(experiment(StopTime = 10, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "s,v"));
end DrivenOscillator;
