model BoltedMasses
  "Masses bolted together move as one: connections that make index 3"
  import Translational.*;
  parameter Integer n = 3 "number of masses";
  Fixed wall;
  Spring spring(c = 24, s_rel0 = 0.5);
  Body body[n](m = {1, 2, 3}, each length = 0.25);
initial equation
  body[1].s = 1.625;
  body[1].v = 0;
equation
  connect(wall.flange, spring.a);
  connect(spring.b, body[1].a);
  for k in 1:n - 1 loop
    connect(body[k].b, body[k + 1].a);
  end for;
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "body[1].s,body[2].s,body[3].s"));
end BoltedMasses;
