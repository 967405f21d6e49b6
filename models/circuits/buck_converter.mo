model BuckConverter "A switch, an inductor and a capacitor step a voltage down"
  parameter Real V(unit = "V") = 12 "source", duty = 0.4 "share of time on";
  parameter Real period(unit = "s") = 1e-4 "of the switch";
  parameter Real L(unit = "H") = 1e-3, C(unit = "F") = 2e-5;
  parameter Real R(unit = "Ohm") = 10 "load";
  output Real v(unit = "V", start = 0, fixed = true) "of the load";
  output Real i(unit = "A", start = 0, fixed = true) "through the inductor";
  discrete Real off(unit = "s", start = 0, fixed = true) "when it opens next";
  Boolean on = time < off;
equation
  when sample(0, period) then
    off = time + duty*period;
  end when;
  L*der(i) = (if on then V else 0) - v "a diode carries i while it is open";
  C*der(v) = i - v/R;
  annotation(experiment(StopTime = 0.003, Interval = 1e-5, Tolerance = 1e-8),
             __foucault(plot = "v,i"));
end BuckConverter;
