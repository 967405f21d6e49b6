// spatialDistribution() with arguments that do not fit.
model Spatial
  Real x(start = 0, fixed = true), a, b, c, d, e, g[2];
  parameter Real p[3] = {0, 0.5, 1};
equation
  der(x) = 1;
  (a, b) = spatialDistribution(time, 0, x, true, p, {1, 2});
  (c, d, e) = spatialDistribution(time, 0, x, true);
  e = spatialDistribution(time, 0, x, 1);
  (a, b) = spatialDistribution(time, 0, x, true, {0, 1}, {time, 2});
  c = spatialDistribution(time, 0);
  g = spatialDistribution({1, 2}, {1, 2}, x, true);
  d = spatialDistribution(time, 0, x, true, 0, 1);
  d = spatialDistribution(time, 0, x, true, {0, 0.7, 0.5, 1}, {1, 1, 1, 1});
end Spatial;
