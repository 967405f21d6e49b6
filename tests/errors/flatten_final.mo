type Mass = Real(final unit = "kg");

model Inner
  final parameter Real k = 1;
  parameter Real m(final min = 0) = 1;
end Inner;

model Final
  Inner a(k = 2);
  Inner b(m(min = -1));
  Mass m(unit = "g") = 3;
end Final;
