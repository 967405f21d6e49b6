model kink_at_crossing
  "a relation changes where a condition inside of noEvent() does, too"
  Real y(start = 0.4), u = sin(3*time + 2.7);
equation
  // y = u: both sides change their slope at 0.4
  y + (if y > 0.4 then 0.5*(y - 0.4) else y - 0.4) =
    u + (if noEvent(u > 0.4) then 0.5*(u - 0.4) else u - 0.4);
  annotation(experiment(StopTime = 2));
end kink_at_crossing;
