model BouncingBall "A ball falls and bounces: reinit at state events"
  parameter Real e(min = 0, max = 1) = 0.8 "coefficient of restitution";
  parameter Real g(unit = "m/s2") = 9.81;
  output Real h(unit = "m", start = 1, fixed = true) "height";
  Real v(unit = "m/s", start = 0, fixed = true) "velocity";
  output Integer bounces(start = 0, fixed = true);
  discrete Real impact(unit = "m/s", start = 0) "speed at the last bounce";
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
    impact = -pre(v);
  end when;
  annotation(experiment(StopTime = 2.5, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "h,v",
                        draw = {"line(-0.6,0,0.6,0)",
                                "circle(0,h+0.07,0.07)"}));
end BouncingBall;
