model SimplifiedFlow "the simplified law is kept for the start alone"
  parameter Real p0 = 2, k = 3;
  Real p(start = 1, fixed = true), q;
equation
  der(p) = -q;
  q = homotopy(actual = k*sqrt(abs(p0 - p) + 1e-3), simplified = k*(p0 - p));
end SimplifiedFlow;
