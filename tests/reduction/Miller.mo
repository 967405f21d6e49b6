model Miller "Miller integrator in nodal form, index 2 (A = 1 + C1/C2 makes it index 3)"
  parameter Real C1 = 1, C2 = 1, G = 1, A = 1;
  Real J, u1, u2(start = 0, fixed = true), u3, JV;
equation
  J + G*(u1 - u2) = 0;
  C1*der(u2) - G*(u1 - u2) + C2*(der(u2) - der(u3)) = 0;
  JV - C2*(der(u2) - der(u3)) = 0;
  u1 - sin(time) = 0;
  u3 - A*u2 = 0;
end Miller;
