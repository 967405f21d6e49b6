model HeatRod "A rod cooled at both ends, cut into n pieces"
  import Heat.*;
  parameter Integer n = 10 "number of pieces";
  constant Real pi = 3.14159265358979;
  FixedTemperature cold[2];
  Capacitor piece[n](each C = 2,
                     T(start = {sin(k*pi/(n + 1)) for k in 1:n}, each fixed = true));
  Conductor link[n + 1](each G = 3);
equation
  connect(cold[1].port, link[1].a);
  connect(link[1:n].b, piece.port);
  connect(piece.port, link[2:n + 1].a);
  connect(link[n + 1].b, cold[2].port);
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-9),
             __foucault(plot = "piece[1].T,piece[3].T,piece[5].T"));
end HeatRod;
