model Superfluous
  "Index 1 as it stands, though one equation is differentiated"
  Real x(start = 1, fixed = true);
  Real y(start = 1);
equation
  der(x) + der(y) = 1;
  x - y = 0;
  annotation(experiment(StopTime = 2, Interval = 0.01),
             __foucault(plot = "x,y"));
end Superfluous;
