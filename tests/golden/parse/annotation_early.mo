model Early
  annotation(experiment(StopTime = 1));
  Real x;
equation
  x = 1;
end Early;
