model Rocket
  "A rocket burns its fuel: balances of momentum with der() of a product"
  parameter Real m0(unit = "kg") = 1000 "mass at the start";
  parameter Real dry(unit = "kg") = 200 "mass without fuel";
  parameter Real burn(unit = "kg/s") = 20 "fuel burnt in a second";
  parameter Real c(unit = "m/s") = 2500 "speed of the exhaust";
  constant Real g(unit = "m/s2") = 9.81;
  Real m(unit = "kg", start = m0, fixed = true);
  Real h(unit = "m", start = 0, fixed = true) "height";
  Real v(unit = "m/s", start = 0, fixed = true);
  Real a(unit = "m/s2") "acceleration";
  Real power(unit = "W") "change of the kinetic energy";
equation
  der(m) = if m > dry then -burn else 0;
  v = der(h);
  a = der(der(h));
  der(m*v) = der(m)*(v - c) - m*g "the exhaust takes its momentum along";
  power = der(m*v^2/2);
  annotation(experiment(StopTime = 60, Interval = 0.25, Tolerance = 1e-9),
             __foucault(plot = "h,v,m"));
end Rocket;
