model Carriage "A mass on a spring of a library"
  parameter Real m = 1;
  Springs.Spring spring(c = 4, s = s);
  Real s(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(s) = v;
  m*der(v) = -spring.f;
  annotation(experiment(StopTime = 1));
end Carriage;
