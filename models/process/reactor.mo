model Reactor
  "Which cooling does a prescribed reaction need? Index 3, no state"
  parameter Real K1 = 0.5, K2 = 50, K3 = 30, K4 = 1000;
  Real C(start = 1) "concentration";
  Real R(start = 0.65) "reaction rate";
  Real T(unit = "K", start = 260) "temperature";
  Real TC(unit = "K", start = 260) "coolant temperature";
equation
  der(C) = K1*(2.5 - C) - R;
  0 = C - (1 + 0.1*sin(time));
  der(T) = K1*(300 + 5*sin(time/2) - T) + K2*R - K3*(T - TC);
  0 = R - K3*exp(-K4/T)*C;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "T,TC"));
end Reactor;
