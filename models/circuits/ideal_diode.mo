model IdealDiode "Half-wave rectifier: a switching diode in an algebraic loop"
  parameter Real U(unit = "V") = 10, f(unit = "Hz") = 50;
  parameter Real R(unit = "Ohm") = 100;
  parameter Real Ron(unit = "Ohm") = 0.01, Goff(unit = "S") = 1e-5;
  Real u(unit = "V") = U*sin(2*3.14159265358979*f*time);
  Real v(unit = "V") "across the diode";
  output Real i(unit = "A");
  output Real q(unit = "C", start = 0, fixed = true, nominal = 1e-3) "charge that has passed";
  Real s "place on the characteristic: current if on, voltage if off";
  Boolean off(start = true) = s < 0;
equation
  v = s*(if off then 1 else Ron);
  i = s*(if off then Goff else 1);
  u = v + R*i;
  der(q) = i;
  annotation(experiment(StopTime = 0.05, Interval = 0.0001, Tolerance = 1e-9),
             __foucault(plot = "i"));
end IdealDiode;
