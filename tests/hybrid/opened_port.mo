model OpenedPort "A port that opens: its equation says nothing where the flow is zero"
  Real level(start = 0, fixed = true);
  Real m "flows out, below zero", n "into the other direction";
  Boolean above = level >= 0.5;
equation
  der(level) = 1;
  0 = if above then level - noEvent(if m < 0 then m^2 else 0) else m;
  0 = if above then 3*level - noEvent(if n > 2 then (n - 2)^2 else 0) else n;
end OpenedPort;
