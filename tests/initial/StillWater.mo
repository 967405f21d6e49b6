model StillWater "Sensor and tank are to be steady at the start, and nothing flows: start values are all there is"
  parameter Real T0 = 300;
  Real m "flow";
  Real k "how fast the sensor follows";
  Real T(start = T0) "at the sensor";
  Real h(start = 4*T0) "in the tank";
equation
  m = if time < 1 then 0 else time - 1;
  k = sqrt(m^2);
  der(T) = (350 - T)*k;
  2*der(h) = m*(1500 - h);
initial equation
  der(T) = 0;
  der(h) = 0;
end StillWater;
