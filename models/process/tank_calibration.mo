model TankCalibration "Valve, inflow and number of pipes follow from the start"
  parameter Real area = 2 "Cross section of the tank";
  parameter Real h0 = 4 "Level at the start";
  parameter Real fall = 0.5 "Speed at which the level falls at the start";
  parameter Integer n(start = 1, fixed = false) "Number of pipes";
  parameter Real k(start = 1, fixed = false) "Coefficient of one pipe";
  parameter Real c = n * k "Coefficient of all pipes, computed after both";
  parameter Real h_low(start = 1, fixed = false) "Level of the second tank";
  Real h(start = h0, fixed = true) "Level";
  Real g(start = h_low, fixed = true) "Level of a tank that starts at h_low";
initial equation
  n = if h0 > 3 then 2 else 1;
  der(h) = -fall;
  h_low ^ 2 + h_low = h0 - 2 "not linear: 1 for h0 = 4";
equation
  area * der(h) = -c * sqrt(h);
  der(g) = -k * g;
  annotation(experiment(StopTime = 4),
             __foucault(plot = "h,g"));
end TankCalibration;
