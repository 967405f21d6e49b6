// Section 5.3.2: a function in the class of a component sees its parameters.
model World
  parameter Real g = 9.81;
  function gravity = uniform(g = g);
  function uniform
    input Real height;
    input Real g;
    output Real a;
  algorithm
    a := g*(1 - height);
  end uniform;
end World;
model Body
  outer World world;
  Real a = world.gravity(time);
end Body;
model ComponentFunctions
  inner World world(g = 3);
  Body body;
end ComponentFunctions;
