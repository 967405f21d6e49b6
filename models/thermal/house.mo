model House "Room, walls and attic under a cold day, heated at constant power"
  import Heat.*;
  constant Real hour(unit = "s") = 3600;
  model Outdoors "Colder by night"
    parameter Temperature mean = 278, swing = 5;
    Port port;
  equation
    port.T = mean - swing*cos(2*3.14159265358979*time/(24*hour));
  end Outdoors;
  model Heater
    parameter HeatFlowRate power = 2000;
    Port port;
  equation
    port.Q = -power;
  end Heater;
  Outdoors outdoors;
  Heater heater;
  Capacitor room(C = 2e6, T(start = 285, fixed = true));
  Capacitor wall(C = 2e7, T(start = 282, fixed = true));
  Capacitor attic(C = 1e6, T(start = 280, fixed = true));
  Conductor inside(G = 200), outside(G = 100) "both sides of the wall";
  Conductor window(G = 20), ceiling(G = 30), roof(G = 60);
equation
  connect(heater.port, room.port);
  connect(room.port, inside.a);
  connect(inside.b, wall.port);
  connect(wall.port, outside.a);
  connect(outside.b, outdoors.port);
  connect(room.port, window.a);
  connect(window.b, outdoors.port);
  connect(room.port, ceiling.a);
  connect(ceiling.b, attic.port);
  connect(attic.port, roof.a);
  connect(roof.b, outdoors.port);
  annotation(experiment(StopTime = 172800, Interval = 600, Tolerance = 1e-8),
             __foucault(plot = "room.T,wall.T,attic.T,outdoors.port.T"));
end House;
