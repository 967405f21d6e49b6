// Both ends of a line; the second one is the first one of the line turned round.
model Spatial
  Real x(start = 0, fixed = true), out0, out1, only;
  parameter Real p = 0.25;
equation
  der(x) = cos(time);
  (out0, out1) = spatialDistribution(sin(time), 2, x, der(x) >= 0, {0, p, 1}, {1, 2, 3});
  (, only) = spatialDistribution(time, 0, x, true);
end Spatial;
