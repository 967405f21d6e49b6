model InverseCrane
  "Which force moves the trolley so that the load keeps its path? Index 5"
  parameter Real M(unit = "kg") = 2 "trolley", m(unit = "kg") = 1 "load";
  parameter Real g(unit = "m/s2") = 9.81, h(unit = "m") = 2 "height";
  Real x(unit = "m") = 1 - cos(time) "path of the load, prescribed";
  Real z(unit = "m") = -h "it stays at one height";
  Real s(unit = "m") "trolley", w(unit = "m/s");
  Real vx(unit = "m/s"), vz(unit = "m/s") "speed of the load";
  Real l(unit = "m", start = 2) "length of the rope; the winch follows";
  Real T(unit = "N", start = 10) "force in the rope";
  output Real F(unit = "N") "force on the trolley";
equation
  der(x) = vx;
  der(z) = vz;
  der(s) = w;
  m*der(vx) = -T*(x - s)/l;
  m*der(vz) = -T*z/l - m*g;
  M*der(w) = F + T*(x - s)/l;
  l = sqrt((x - s)^2 + z^2);
  annotation(experiment(StopTime = 10, Interval = 0.02, Tolerance = 1e-8),
             __foucault(plot = "x,s,F",
                        draw = {"line(-0.5,0,2.5,0)", "line(s,0,x,z)",
                                "point(s,0)", "point(x,z)"}));
end InverseCrane;
