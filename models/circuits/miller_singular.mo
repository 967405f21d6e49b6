model MillerSingular "Amplification 1 + C1/C2 cancels every capacitor"
  parameter Real C1 = 1, C2 = 1, G = 1;
  parameter Real A = 2 "Only for this value has the circuit no state";
  Real J, u1, u2, u3, JV;
equation
  J + G*(u1 - u2) = 0;
  C1*der(u2) - G*(u1 - u2) + C2*(der(u2) - der(u3)) = 0;
  JV - C2*(der(u2) - der(u3)) = 0;
  u1 = sin(time);
  u3 = A*u2;
  annotation(experiment(StopTime = 10, Interval = 0.1),
             __foucault(plot = "u1,u2,u3,JV"));
end MillerSingular;
