model FlatRoot "A pump that begins to turn: its speed is a root where the curve is flat"
  Real r(start = 1e-30), x(start = 0, fixed = true), d;
equation
  der(x) = 1 - x + r;
  d = if time < 1 then 0 else -1e-6*(time - 1)^2;
  0 = 1e4*(r*noEvent(abs(r)) - d);
end FlatRoot;
