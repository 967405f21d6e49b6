model ExpandableArrays "Whole arrays of components connected to expandable connectors, with and without a declaration there"
  connector RealOutput = output Real;
  connector RealInput = input Real;
  expandable connector CellBus
    Real v;
    Real never;
  end CellBus;
  expandable connector StackBus
    parameter Integer n = 1;
    parameter Integer m = 1;
    CellBus cell[n, m];
  end StackBus;
  block Sensor
    parameter Real v0 = 1;
    parameter Boolean hasPlug = false;
    RealOutput v = v0*time;
    RealOutput w[2] = {v0, 2*v0};
    RealInput plug if hasPlug;
  end Sensor;
  model Cell
    parameter Real v0 = 1;
    Sensor sensor(v0 = v0);
    CellBus bus;
  equation
    connect(sensor.v, bus.v);
  end Cell;
  block Meter
    RealInput u;
  end Meter;
  Cell cell[2, 2](v0 = {{1, 2}, {3, 4}});
  Cell single[1, 1];
  Sensor sensor[2](each hasPlug = true);
  StackBus bus(n = 2, m = 2);
  StackBus one;
  Meter meter[2];
  Meter tap, extra;
  RealInput u[2, 2];
  Real total = sum(bus.cell.v);
equation
  connect(cell.bus, bus.cell);
  connect(single.bus, one.cell);
  connect(sensor.v, bus.voltages);
  connect(bus.voltages, meter.u);
  connect(sensor.w, bus.pairs);
  connect(bus.pairs[2, 1], tap.u);
  connect(bus.cell.extra, u);
  connect(bus.cell[2, 1].extra, extra.u);
  connect(u[:, 1], sensor.plug);
end ExpandableArrays;
