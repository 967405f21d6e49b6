model DiodeClipper
  "Two diodes limit a voltage: a nonlinear algebraic loop, index 1"
  parameter Real R1(unit = "Ohm") = 1000, R2(unit = "Ohm") = 220;
  parameter Real C(unit = "F") = 1e-6;
  parameter Real Is(unit = "A") = 1e-9 "saturation current of the diodes";
  parameter Real Vt(unit = "V") = 0.05 "thermal voltage times ideality";
  parameter Real f(unit = "Hz") = 50;
  constant Real pi = 3.141592653589793;
  Real vs(unit = "V") = 5*sin(2*pi*f*time) "source";
  Real vd(unit = "V", start = 0) "voltage across the diodes";
  Real id(unit = "A", nominal = 1e-3) "current through the diodes";
  Real i1(unit = "A", nominal = 1e-3), i2(unit = "A", nominal = 1e-3);
  output Real vC(unit = "V", start = 0, fixed = true) "filtered voltage";
equation
  vs - vd = R1*i1;
  vd - vC = R2*i2;
  i1 = id + i2;
  id = 2*Is*sinh(vd/Vt);
  C*der(vC) = i2;
  annotation(experiment(StopTime = 0.04, Interval = 0.0001, Tolerance = 1e-8),
             __foucault(plot = "vs,vd,vC"));
end DiodeClipper;
