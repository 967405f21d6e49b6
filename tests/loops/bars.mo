model Bars "A chain of bars: each has forces and accelerations in its own frame"
  parameter Integer n = 16;
  parameter Real l = 1/n, m = 1/n, J = m*l^2/12, d = 1e-4;
  Real phi[n](each start = 0.02, each fixed = true) "angle to the bar before";
  Real w[n](each start = 0, each fixed = true), z[n] = der(w);
  Real a[n, 2], b[n, 2], c[n, 2] "accelerations: of both ends and of the centre";
  Real f[n, 2], g[n, 2] "forces at both ends", t[n], s[n] "torques";
  Real W[n] "angular speed", Z[n] "and acceleration", u "of the first joint";
equation
  for k in 1:n loop
    der(phi[k]) = w[k];
    W[k] = w[k] + (if k > 1 then W[k - 1] else 0);
    Z[k] = der(w[k]) + (if k > 1 then Z[k - 1] else 0);
    b[k, :] = a[k, :] + l*{-W[k]^2, Z[k]};
    c[k, :] = a[k, :] + l/2*{-W[k]^2, Z[k]};
    m*c[k, :] = f[k, :] + g[k, :];
    J*Z[k] = t[k] + s[k] + l/2*(g[k, 2] - f[k, 2]);
    t[k] = -d*w[k];
  end for;
  a[1, :] = {sin(phi[1])*u - 9.81*cos(phi[1]), cos(phi[1])*u + 9.81*sin(phi[1])};
  u = sin(20*time);
  for k in 2:n loop
    a[k, 1] = cos(phi[k])*b[k - 1, 1] + sin(phi[k])*b[k - 1, 2];
    a[k, 2] = cos(phi[k])*b[k - 1, 2] - sin(phi[k])*b[k - 1, 1];
    g[k - 1, 1] + cos(phi[k])*f[k, 1] - sin(phi[k])*f[k, 2] = 0;
    g[k - 1, 2] + sin(phi[k])*f[k, 1] + cos(phi[k])*f[k, 2] = 0;
    s[k - 1] + t[k] = 0;
  end for;
  g[n, :] = {0, 0};
  s[n] = 0;
end Bars;
