model NotConstant
  parameter Boolean p = true;
  parameter Real stop = 10;
  final parameter Real follows = 2*stop;
  constant Real nothing;
  Real x(fixed = p, start = nothing);
equation
  der(x) = 1;
  annotation(experiment(StopTime = follows, Tolerance = time));
end NotConstant;
