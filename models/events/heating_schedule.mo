model HeatingSchedule
  "A room is heated by day: time events, Boolean and Integer variables"
  parameter Real C(unit = "kW.h/K") = 10 "heat capacity";
  parameter Real k(unit = "kW/K") = 1 "heat loss";
  parameter Real P(unit = "kW") = 20 "power of the heating";
  parameter Real Tout(unit = "degC") = 5 "outside temperature";
  parameter Real on(unit = "h") = 6, off(unit = "h") = 22 "heating hours";
  parameter Integer stage = 1 "stage the heating runs at";
  Boolean first = time >= on and time < off;
  Boolean second = time >= on + 24 and time < off + 24;
  Boolean day = first or second;
  Integer heated = (if time >= off then 1 else 0) + (if time >= off + 24 then 1
    else 0) "days that are over";
  output Real T(unit = "degC", start = 15, fixed = true) "room temperature";
  Real power(unit = "kW") = if day then stage*P else 0;
equation
  C*der(T) = power - k*(T - Tout);
  annotation(experiment(StopTime = 48, Interval = 0.1, Tolerance = 1e-8),
             __foucault(plot = "T,power"));
end HeatingSchedule;
