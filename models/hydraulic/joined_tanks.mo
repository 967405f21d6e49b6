model JoinedTanks
  "A wide pipe keeps two levels equal: one of them is not a state, index 2"
  connector Port
    Real p(unit = "Pa");
    flow Real q(unit = "m3/s");
  end Port;
  model Tank
    parameter Real area(unit = "m2") = 1;
    parameter Real gamma(unit = "N/m3") = 9810 "weight of the water";
    Port port "at the bottom";
    Real level(unit = "m");
  equation
    area*der(level) = port.q;
    port.p = gamma*level;
  end Tank;
  model Pump
    Port port;
  equation
    port.q = -0.1*sin(time);
  end Pump;
  Tank wide(area = 3), narrow(level(start = 1, fixed = true));
  Pump pump;
equation
  connect(wide.port, narrow.port);
  connect(pump.port, narrow.port);
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8),
             __foucault(plot = "wide.port.q,narrow.port.q,pump.port.q"));
end JoinedTanks;
