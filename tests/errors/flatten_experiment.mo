model Experiment
  Real x = time;
  annotation(experiment(StartTime = 2, StopTime = 1, Tolerance = 0, Interval = "a"));
end Experiment;
