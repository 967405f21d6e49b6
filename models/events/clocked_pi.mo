model ClockedPI
  "A first-order plant with a sampled PI controller on a clock, and a slower supervisor"
  parameter Real Ts(unit = "s") = 0.1 "sample interval";
  parameter Real K = 2, Ti(unit = "s") = 0.5;
  output Real x(start = 0.2, fixed = true) "of the plant";
  Real u "held between samples";
  Real yd, error, integral(start = 0), ud(start = 0) "on the clock of the controller";
  Integer ticks(start = 0), seen(start = 0), late(start = 0);
  Real goal(start = 0) "from the supervisor, five times slower";
  Integer crossings(start = 0) "of the level 0.5, upwards";
equation
  der(x) = -x + u;
  u = hold(ud);

  yd = sample(x, Clock(Ts));
  error = superSample(goal, 5) - yd;
  integral = previous(integral) + interval()/Ti*error;
  ud = K*(error + integral);
  ticks = if firstTick() then 1 else previous(ticks) + 1;

  goal = if subSample(ticks, 5) > 5 then 1 else 0;
  seen = subSample(ticks, 5);
  late = shiftSample(ticks, 3, 2);

  when Clock(x > 0.5) then
    crossings = previous(crossings) + 1;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "x,u,goal"));
end ClockedPI;
