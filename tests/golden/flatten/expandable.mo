model Expandable "Components of expandable connectors: signals, arrays, nested, physical"
  connector RealInput = input Real;
  connector RealOutput = output Real;
  connector Pin Real v; flow Real i; end Pin;
  expandable connector SubBus
    Real declared;
    Real never;
  end SubBus;
  expandable connector Bus
    SubBus sub;
    parameter Real p = 2;
  end Bus;
  block Sensor RealOutput speed; RealOutput many[3]; equation speed = sin(time); many = {1,2,3}*time; end Sensor;
  block Actuator RealInput speed; RealInput many[3]; Real y; equation y = 2*speed + sum(many); end Actuator;
  model SensorWBus
    Bus bus; Sensor sensor; Sensor s2;
    Ground g; Source src;
  equation
    connect(bus.speed, sensor.speed);
    connect(sensor.many, bus.many);
    connect(bus.sub.declared, s2.speed);
    connect(bus.pick[1], sensor.many[2]);
    connect(s2.many[3], bus.pick[2]);
    connect(src.p, bus.plus);
    connect(src.n, g.p);
  end SensorWBus;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Source Pin p, n; equation p.v - n.v = 5; p.i + n.i = 0; end Source;
  model R Pin p, n; equation p.v - n.v = 10*p.i; p.i + n.i = 0; end R;
  model ActuatorWBus
    Bus bus; Actuator a; Actuator b; R r; Ground g;
  equation
    connect(bus.speed, a.speed);
    connect(bus.many, a.many);
    connect(bus.sub.declared, b.speed);
    connect(bus.pick[1], b.many[1]);
    connect(bus.pick[2], b.many[2]);
    connect(bus.speed, b.many[3]);
    connect(r.p, bus.plus);
    connect(r.n, g.p);
  end ActuatorWBus;
  ActuatorWBus actuator; SensorWBus sensor; Bus bus;
  RealOutput out;
  Bus pair[2];
  Sensor spare if false;
equation
  connect(bus.spare, spare.speed);
  connect(spare.many, bus.spares);
  connect(bus, actuator.bus);
  connect(bus, sensor.bus);
  connect(out, bus.speed);
  for i in 1:2 loop
    connect(pair[i].number, bus.many[i]);
  end for;
end Expandable;
