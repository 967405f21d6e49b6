model CoupledMasses "Two masses between three springs: the sum of two modes"
  import Translational.*;
  Fixed left, right;
  Spring spring[3](each c = 1);
  Body body[2](each m = 1, s(start = {1, 0}, each fixed = true),
               v(each start = 0, each fixed = true));
equation
  connect(left.flange, spring[1].a);
  connect(spring[1:2].b, body.a);
  connect(body.b, spring[2:3].a);
  connect(spring[3].b, right.flange);
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-9),
             __foucault(plot = "body[1].s,body[2].s"));
end CoupledMasses;
