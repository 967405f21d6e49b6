model SingularPair "Dependent once differentiated: the structure misleads"
  Real x "No start value can be chosen";
  Real y "Equals cos(time) - exp(-time)";
equation
  der(x) + time*der(y) = exp(-time);
  x + time*y = sin(time);
  annotation(experiment(StopTime = 3, Interval = 0.05),
             __foucault(plot = "x,y"));
end SingularPair;
