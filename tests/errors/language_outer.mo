// An outer without an inner: no default here, the types differ there.
model World
  parameter Real g = 1;
end World;
model Planet
  parameter Real h = 1;
end Planet;
model Body
  outer Planet planet;
  Real a = planet.h;
end Body;
model Stone
  outer World world;
  Real a = world.g;
end Stone;
model LanguageOuter
  inner World planet;
  Body body;
  Stone stone;
end LanguageOuter;
