model Thermostat "A room with a two-point controller: hysteresis by pre"
  parameter Real low(unit = "degC") = 19, high(unit = "degC") = 21;
  parameter Real outside(unit = "degC") = 10;
  parameter Real tau(unit = "h") = 10 "time constant of the room";
  parameter Real rise(unit = "K/h") = 2 "by the heating";
  output Real T(unit = "degC", start = 15, fixed = true);
  output Boolean heat(start = true, fixed = true);
  Integer switched(start = 0) "how often";
equation
  tau*der(T) = outside - T + (if heat then rise*tau else 0);
  heat = T < low or pre(heat) and T < high;
  when change(heat) then
    switched = pre(switched) + 1;
  end when;
  annotation(experiment(StopTime = 24, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "T"));
end Thermostat;
