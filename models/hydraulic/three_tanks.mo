model ThreeTanks "Three tanks in a row with turbulent flow between them"
  parameter Real area(unit = "m2") = 0.5 "of each tank";
  parameter Real k(unit = "m2.5/s") = 0.02 "of each valve";
  parameter Real small(unit = "m") = 1e-3 "below it the flow is laminar";
  parameter Real inflow(unit = "m3/s") = 0.015 "into the first tank";
  output Real level[3](each unit = "m", start = {1, 0.2, 0.6},
                       each fixed = true);
  Real q[3](each unit = "m3/s") "out of each tank";
  Real drop[3](each unit = "m") "of the level after each valve";
equation
  drop = {level[1] - level[2], level[2] - level[3], level[3]};
  for i in 1:3 loop
    q[i] = k*drop[i]/(drop[i]^2 + small^2)^0.25;
  end for;
  area*der(level) = {inflow - q[1], q[1] - q[2], q[2] - q[3]};
  annotation(experiment(StopTime = 300, Interval = 1, Tolerance = 1e-8),
             __foucault(plot = "level[1],level[2],level[3]"));
end ThreeTanks;
