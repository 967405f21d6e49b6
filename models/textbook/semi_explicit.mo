model SemiExplicit "A nonlinear system of index 2 with an index-1 part"
  Real x1(start = 0.5, fixed = true), x2(start = 0.75), y, z;
equation
  der(x1) = -x1 + y;
  der(x2) = z;
  0 = y - x1^2;
  0 = x1^2 + x2 - 1;
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "x1,x2,y,z"));
end SemiExplicit;
