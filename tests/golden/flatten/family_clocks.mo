model Smp
  Real u = time; Real y; Real z(start = 0);
equation
  y = sample(u, Clock(0.1));
  z = previous(z) + y;
end Smp;
model Dly Real u = sin(time);
  Real y = delay(u, 0.1);
  Real w = delay(u, p);
  parameter Real p = 0.2;
  end Dly;
model Sd Real a, b;
  Boolean pos = true;
  Real v = 1, x;
  equation der(x) = v;
  (a, b) = spatialDistribution(time, 0, x, pos, {0, 1}, {0, 0});
  end Sd;
model FamilyClocks Smp s[4]; Dly d[4](p = {0.1, 0.2, 0.3, 0.4}); Sd x[4]; end FamilyClocks;
