model MillerIntegrator "Miller integrator in nodal form, index 2"
  parameter Real C1(unit = "F") = 1, C2(unit = "F") = 1 "capacitances";
  parameter Real G(unit = "S") = 1 "conductance";
  parameter Real A = 1 "gain; the model breaks down at A = 1 + C1/C2";
  Real J(unit = "A") "current of the source";
  Real u1(unit = "V"), u2(unit = "V", start = 0, fixed = true), u3(unit = "V");
  Real JV(unit = "A") "current of the amplifier";
equation
  J + G*(u1 - u2) = 0;
  C1*der(u2) - G*(u1 - u2) + C2*(der(u2) - der(u3)) = 0;
  JV - C2*(der(u2) - der(u3)) = 0;
  u1 = sin(time);
  u3 - A*u2 = 0;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "u1,u2,J"));
end MillerIntegrator;
