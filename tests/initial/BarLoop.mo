model BarLoop
  "Four bars in a plane, given by relative rotations; only one angle is known"
  parameter Real crank = 1, coupler = 4, rocker = 2.5, ground = 3;
  parameter Real angle0 = 1.5;
  Real angle(start = angle0, fixed = true);
  Real rel_1(start = 2) "Coupler against crank";
  Real rel_2(start = 2) "Rocker against coupler";
  Real R1[2, 2], R2[2, 2], R3[2, 2], Q1[2, 2], Q2[2, 2];
  Real r1[2], r2[2], r3[2];
equation
  der(angle) = 1;
  R1 = [cos(angle), -sin(angle); sin(angle), cos(angle)];
  Q1 = [cos(rel_1), -sin(rel_1); sin(rel_1), cos(rel_1)];
  Q2 = [cos(rel_2), -sin(rel_2); sin(rel_2), cos(rel_2)];
  R2 = R1*Q1;
  R3 = R2*Q2;
  r1 = R1*{crank, 0};
  r2 = r1 + R2*{coupler, 0};
  r3 = r2 + R3*{rocker, 0};
  r3 = {ground, 0};
end BarLoop;
