model World
  parameter Real g = 9.81;
end World;

partial model Ground
end Ground;

model Body
  outer World world;
  outer Ground ground;
  outer Real wind;
  Real f = world.g + wind + world.h;
end Body;

model InnerOuter
  Body body;
end InnerOuter;
