model SampledPI "A first-order plant with a sampled PI controller"
  parameter Real Ts(unit = "s") = 0.1 "sample interval";
  parameter Real K = 2, Ti(unit = "s") = 0.5;
  parameter Real stepTime(unit = "s") = 0.25;
  Real reference = if time >= stepTime then 1 else 0;
  output Real x(start = 0.2, fixed = true) "of the plant";
  discrete output Real u(start = 0) "held between samples";
  discrete Real error(start = 0), integral(start = 0, fixed = true);
equation
  der(x) = -x + u;
  when sample(0, Ts) then
    error = reference - x;
    integral = pre(integral) + Ts/Ti*error;
    u = K*(error + integral);
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "x,u"));
end SampledPI;
