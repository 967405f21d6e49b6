model SetApart "one level in two tanks, each with a level to begin with"
  parameter Real left = 2;
  parameter Real right = 2;
  Real h1(start = left, fixed = true);
  Real down(start = -right, fixed = true);
equation
  down = -h1;
  der(h1) = -h1;
  annotation(experiment(StopTime = 1));
end SetApart;
