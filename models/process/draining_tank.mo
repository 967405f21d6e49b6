model DrainingTank
  "A tank runs empty through a hole: areas follow from diameters"
  constant Real pi = 3.141592653589793;
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real D(unit = "m", min = 0) = 0.5 "diameter of the tank";
  parameter Real d(unit = "m", min = 0) = 0.02 "diameter of the hole";
  parameter Real h0(unit = "m") = 1 "level at the start";
  parameter Real A(unit = "m2") = pi*D^2/4 "area of the tank";
  parameter Real a(unit = "m2") = pi*d^2/4 "area of the hole";
  parameter Real T(unit = "s") = A/a*sqrt(2*h0/g) "when the tank is empty";
  output Real h(unit = "m", start = h0, fixed = true, min = 0) "level";
  Real q(unit = "m3/s") "flow out of the hole";
equation
  q = a*sqrt(2*g*h);
  A*der(h) = -q;
  annotation(experiment(StopTime = 200, Interval = 1, Tolerance = 1e-8),
             __foucault(plot = "h"));
end DrainingTank;
