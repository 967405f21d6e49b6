model Rotation "Two machines on a line: a rotation of all is open"
  parameter Real x = 0.3, p = 0.5;
  Real v1[2](start = {1, 0.2}), v2[2](start = {1, 0.02}), i[2](start = {0.5, 0});
  Real size = v1*v1, angle = atan2(v1[2], v1[1]) - atan2(v2[2], v2[1]);
initial equation
  v1 - v2 = {-x*i[2], x*i[1]};
  v1*v1 = 1;
  v2*v2 = 1;
  v1*i = p;
  v2*i = p "follows from the others where these hold, and nowhere else";
equation
  der(v1) = -v1;
  der(v2) = -v2;
  der(i) = -i;
end Rotation;
