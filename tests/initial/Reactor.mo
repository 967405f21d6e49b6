model Reactor "No degree of freedom: whatever the start values say"
  parameter Real K1 = 0.5, K2 = 50, K3 = 30, K4 = 1000;
  Real C(start = 3), R(start = 7), T(start = 500), TC(start = 100);
equation
  der(C) = K1*(2.5 - C) - R;
  0 = C - (1 + 0.1*sin(time));
  der(T) = K1*(300 + 5*sin(time/2) - T) + K2*R - K3*(T - TC);
  0 = R - K3*exp(-K4/T)*C;
end Reactor;
