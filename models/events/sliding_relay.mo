model SlidingRelay "A relay without hysteresis holds a level, while it can"
  output Real x(start = 0.1, fixed = true) "level";
  output Real u "relay: where it would switch without end, its mean";
  Real effort(start = 0, fixed = true);
  Real load;
equation
  load = 1.5*sin(time);
  u = if x < 0 then 1 else -1;
  der(x) = u + load;
  der(effort) = u;
  annotation(experiment(StopTime = 6, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "x,u"));
end SlidingRelay;
