model TriplePendulum "Three unit masses on three unit rods, arrays, index 3"
  parameter Real g = 1 "gravity";
  parameter Real phi[3] = {1.0, 0.3, -0.2} "start angles of the rods";
  Real x[3](start = {sum(sin(phi[k]) for k in 1:i) for i in 1:3},
            each fixed = true);
  Real y[3](start = {-sum(cos(phi[k]) for k in 1:i) for i in 1:3});
  Real vx[3](each start = 0, each fixed = true), vy[3](each start = 0);
  Real rx[3], ry[3] "along the rods";
  Real lambda[3](each start = 1) "forces in the rods, halved";
  output Real energy = sum(vx.^2 + vy.^2)/2 + g*sum(y);
equation
  rx = {x[1], x[2] - x[1], x[3] - x[2]};
  ry = {y[1], y[2] - y[1], y[3] - y[2]};
  der(x) = vx;
  der(y) = vy;
  for i in 1:2 loop
    der(vx[i]) = -2*lambda[i]*rx[i] + 2*lambda[i + 1]*rx[i + 1];
    der(vy[i]) = -g - 2*lambda[i]*ry[i] + 2*lambda[i + 1]*ry[i + 1];
  end for;
  der(vx[3]) = -2*lambda[3]*rx[3];
  der(vy[3]) = -g - 2*lambda[3]*ry[3];
  for i in 1:3 loop
    rx[i]^2 + ry[i]^2 = 1;
  end for;
  annotation(experiment(StopTime = 5, Interval = 0.0125, Tolerance = 1e-9),
             __foucault(plot = "y[1]:x[1],y[2]:x[2],y[3]:x[3]",
                        draw = {"line(0,0,x[1],y[1])",
                                "line(x[1],y[1],x[2],y[2])",
                                "line(x[2],y[2],x[3],y[3])", "point(0,0)",
                                "point(x[1],y[1])", "point(x[2],y[2])",
                                "point(x[3],y[3])"}));
end TriplePendulum;
