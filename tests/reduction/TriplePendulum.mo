model TriplePendulum "Three unit masses on unit rods, arrays, index 3, 6 states"
  parameter Real g = 1;
  parameter Real th[3] = {1.0, 0.3, -0.2};
  Real x[3](start = {sin(th[1]), sin(th[1]) + sin(th[2]), sin(th[1]) + sin(th[2]) + sin(th[3])}, each fixed = true);
  Real y[3](start = {-cos(th[1]), -cos(th[1]) - cos(th[2]), -cos(th[1]) - cos(th[2]) - cos(th[3])});
  Real vx[3](each start = 0, each fixed = true), vy[3](each start = 0);
  Real dx[3], dy[3] "rod vectors";
  Real lam[3](each start = 1);
equation
  dx[1] = x[1];
  dy[1] = y[1];
  for i in 2:3 loop
    dx[i] = x[i] - x[i - 1];
    dy[i] = y[i] - y[i - 1];
  end for;
  for i in 1:3 loop
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    dx[i]^2 + dy[i]^2 = 1;
  end for;
  for i in 1:2 loop
    der(vx[i]) = -2*lam[i]*dx[i] + 2*lam[i + 1]*dx[i + 1];
    der(vy[i]) = -g - 2*lam[i]*dy[i] + 2*lam[i + 1]*dy[i + 1];
  end for;
  der(vx[3]) = -2*lam[3]*dx[3];
  der(vy[3]) = -g - 2*lam[3]*dy[3];
end TriplePendulum;
