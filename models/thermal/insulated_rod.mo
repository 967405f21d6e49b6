model InsulatedRod "A rod as a component, one end cold, the other insulated"
  import Heat.*;

  model Rod "n lumps in a row, a port at each end"
    parameter Integer n = 4;
    parameter HeatCapacity C = 1 "of the whole rod";
    parameter Conductance G = 1 "from lump to lump";
    Port a, b;
    Capacitor lump[n](each C = C/n);
    Conductor link[n](each G = G);
  equation
    connect(a, link[1].a);
    for k in 1:n loop
      connect(link[k].b, lump[k].port);
      if k < n then
        connect(lump[k].port, link[k + 1].a);
      end if;
    end for;
    connect(lump[n].port, b);
  end Rod;

  constant Real pi = 3.14159265358979;
  parameter Integer n = 8;
  FixedTemperature cold(T = 300);
  Rod rod(n = n, C = 16,
          lump(T(start = {300 + 50*sin(k*pi/(2*n + 1)) for k in 1:n},
                 each fixed = true)));
equation
  connect(cold.port, rod.a);
  annotation(experiment(StopTime = 100, Interval = 0.5, Tolerance = 1e-9),
             __foucault(plot = "rod.lump[1].T,rod.lump[4].T,rod.lump[8].T"));
end InsulatedRod;
