model DerivativeChain
  "Velocity and acceleration of a prescribed motion: index 3, no state"
  Real x, y, z;
equation
  der(x) = y;
  der(y) = z;
  x = sin(time);
  annotation(experiment(StopTime = 2, Interval = 0.01),
             __foucault(plot = "x,y,z"));
end DerivativeChain;
