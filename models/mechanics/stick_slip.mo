model StickSlip
  "A block that is pushed one way, then the other: it sticks, slides and sticks again"
  parameter Real m = 1;
  parameter Real static = 2 "force that sets it in motion";
  parameter Real sliding = 1.5 "friction while it moves";
  Real force = if time < 1 then 3*time elseif time < 2 then 0 elseif time < 3 then
    -3*(time - 2) else 0;
  output Real x(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
  Integer mode(start = 0, fixed = true) "1 forward, 0 stuck, -1 backward";
equation
  der(x) = v;
  m*der(v) = if mode == 0 then 0 else force - mode*sliding;
  when pre(mode) == 0 and force > static then
    mode = 1;
  elsewhen pre(mode) == 0 and force < -static then
    mode = -1;
  elsewhen pre(mode) == 1 and v < 0 or pre(mode) == -1 and v > 0 then
    mode = 0;
    reinit(v, 0);
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "force,v,x"));
end StickSlip;
