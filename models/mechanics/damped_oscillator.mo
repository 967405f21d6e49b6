model DampedOscillator "A mass on a spring and a damper, pushed by a force"
  import Translational.*;
  Fixed wall;
  Spring spring(c = 4);
  Damper damper(d = 0.4);
  Body body(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  SineForce push(amplitude = 0.5, w = 3);
equation
  connect(wall.flange, spring.a);
  connect(wall.flange, damper.a);
  connect(spring.b, body.a);
  connect(damper.b, body.a);
  connect(push.flange, body.b);
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "body.s,spring.f,damper.f"));
end DampedOscillator;
