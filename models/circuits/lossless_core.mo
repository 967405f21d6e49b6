model LosslessCore
  "Two coils in a row, and between them the losses of an iron core, if any"
  parameter Real power = 0 "lost at 1 V; 0: no current flows off the row";
  parameter Real L[2] = {1, 3};
  parameter Real R = 2;
  Real i[2](start = {0, 0}, each fixed = false), v, i_core;
initial equation
  i[1] = 0;
equation
  L[1]*der(i[1]) = 1 - R*i[1] - v;
  L[2]*der(i[2]) = v;
  i[1] = i[2] + i_core;
  if power <= 0 then
    i_core = 0;
  else
    i_core = power*v;
  end if;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8),
             __foucault(plot = "i[1],v"));
end LosslessCore;
