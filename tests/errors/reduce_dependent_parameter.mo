model DependentParameter "for this value of A the structure is misleading"
  parameter Real C1 = 1, C2 = 1, G = 1;
  parameter Real A = 1 + C1/C2;
  Real u1, u2, u3;
equation
  u1 = sin(time);
  C1*der(u2) - G*(u1 - u2) + C2*(der(u2) - der(u3)) = 0;
  u3 = A*u2;
end DependentParameter;
