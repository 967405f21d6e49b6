package Heat "Components that store and conduct heat"
  type Temperature = Real(final quantity = "ThermodynamicTemperature", final unit = "K");
  type HeatFlowRate = Real(final quantity = "Power", final unit = "W");
  type HeatCapacity = Real(final quantity = "HeatCapacity", final unit = "J/K", min = 0);
  type Conductance = Real(final quantity = "ThermalConductance", final unit = "W/K");

  connector Port "A place where heat passes"
    Temperature T "temperature";
    flow HeatFlowRate Q "heat into the component";
  end Port;

  model Capacitor "A lump of one temperature"
    parameter HeatCapacity C = 1;
    Port port;
    Temperature T(start = 0);
  equation
    T = port.T;
    C*der(T) = port.Q;
  end Capacitor;

  model Conductor "Heat goes from warm to cold"
    parameter Conductance G = 1;
    Port a, b;
    HeatFlowRate Q "heat from a to b";
  equation
    Q = G*(a.T - b.T);
    a.Q = Q;
    b.Q = -Q;
  end Conductor;

  model FixedTemperature
    parameter Temperature T = 0;
    Port port;
  equation
    port.T = T;
  end FixedTemperature;
end Heat;
