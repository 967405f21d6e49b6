model MillerSingular "Miller integrator with A = 1 + C1/C2: constant singular Jacobian, no state"
  parameter Real C1 = 1, C2 = 1, G = 1;
  parameter Real A = 1 + C1/C2;
  Real J, u1, u2, u3, JV;
equation
  J + G*(u1 - u2) = 0;
  C1*der(u2) - G*(u1 - u2) + C2*(der(u2) - der(u3)) = 0;
  JV - C2*(der(u2) - der(u3)) = 0;
  u1 - sin(time) = 0;
  u3 - A*u2 = 0;
end MillerSingular;
