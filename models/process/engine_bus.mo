model EngineBus
  "Signals and a supply line on buses that take their components from what is connected"
  connector Input = input Real;
  connector Output = output Real;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  expandable connector SensorBus "empty: everything in it comes from connections"
  end SensorBus;
  expandable connector ControlBus
    SensorBus sensors;
    Real limit "declared, connected by one controller only";
    Real unused "never connected: not in the model";
  end ControlBus;

  block Dynamics "speeds up with the throttle"
    Input throttle;
    Output speed(start = 0, fixed = true);
  equation
    der(speed) = throttle - 0.5*speed;
  end Dynamics;

  model Engine
    ControlBus bus;
    Dynamics dynamics;
  equation
    connect(dynamics.speed, bus.sensors.speed);
    connect(dynamics.throttle, bus.throttle);
  end Engine;

  block Source
    parameter Real value;
    Output y = value;
  end Source;

  block Controller
    Input measured, limit;
    Output y = 2*(limit - measured);
  end Controller;

  model ControlUnit
    ControlBus bus;
    Controller control;
    Source source(value = 3);
    Resistor lamp(R = 10);
  equation
    connect(bus.sensors.speed, control.measured);
    connect(bus.limit, control.limit);
    connect(source.y, bus.limit);
    connect(bus.throttle, control.y);
    connect(bus.supply, lamp.p);
    connect(lamp.n, bus.ground);
    connect(source.y, bus.levels[2]);
    connect(control.y, bus.levels[1]);
  end ControlUnit;

  model Resistor
    parameter Real R;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;

  model Cell
    Pin p, n;
  equation
    p.v - n.v = 12 + 2*p.i;
    n.v = 0;
  end Cell;

  model Battery
    ControlBus bus;
    Cell cell;
  equation
    connect(cell.p, bus.supply);
    connect(cell.n, bus.ground);
  end Battery;

  ControlBus bus;
  Engine engine;
  ControlUnit unit;
  Battery battery;
  Output speed, level;
equation
  connect(bus, engine.bus);
  connect(unit.bus, bus);
  connect(battery.bus, bus);
  connect(speed, bus.sensors.speed);
  connect(bus.levels[2], level);
  annotation(experiment(StopTime = 3, Interval = 0.1),
             __foucault(plot = "speed,engine.bus.throttle"));
end EngineBus;
