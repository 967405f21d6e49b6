// Section 5.4: outer finds the nearest inner around it by instance.
model World
  parameter Real g = 9.81;
end World;

model Body
  outer World world;
  Real a = world.g;
end Body;

model Moon
  inner World world(g = 1.62);
  Body body;
end Moon;

model SpecInnerOuter
  inner World world;
  Body body;
  Moon moon;
end SpecInnerOuter;
