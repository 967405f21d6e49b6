// relations of time alone have tapes; those of one shape share one
model Shapes
  parameter Real w = 3, level[2] = {0.5, 0.7};
  Real x(start = 0, fixed = true);
  Real y = sin(w*time) "an assignment";
  Real z "of a loop";
  Boolean a = y > level[1];
  Boolean b = y > level[2];
  Boolean c = (if a then y else 2*y) > noEvent(max(0.1, time));
  Boolean d = x > 0.5 "of a state";
  Boolean e = z > 0.5 "of a loop";
  Boolean f = time > 1 "its moment is known";
equation
  der(x) = y;
  z + exp(z) = time;
end Shapes;
