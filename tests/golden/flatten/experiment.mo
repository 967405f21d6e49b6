model Experiment
  constant Real day = 24*3600;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x/day;
  annotation(
    Icon(graphics = {Line(points = {{0, 0}, {1, 1}})}),
    experiment(StartTime = -1.5e3, StopTime = 2*day, Tolerance = 1e-6, Interval = day/1000, __Tool_Algorithm = "x"),
    Documentation(info = "<html>nothing to see</html>"));
end Experiment;
