model World
  parameter Real g = 9.81;
end World;

model Body
  outer World world;
  outer Real wind;
  Real f = world.g + wind;
end Body;

model Ship "its own world; its bodies feel half of the wind that it feels"
  inner World world(g = 1);
  Body body;
  inner outer Real wind = wind/2;
  Real f = wind;
end Ship;

model Harbour
  Ship ship[2](world(g = {2, 3}));
end Harbour;

model Fleet
  inner Real wind = 2*time;
  Body body;
  Ship ship;
  inner World world;
  Harbour harbour;
end Fleet;
