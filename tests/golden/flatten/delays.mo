// delay and semiLinear (MLS 3.7.4)
model Delays
  parameter Real T = 0.5;
  Real x(start = 1, fixed = true);
  Real y = delay(x, T);
  Real z = delay(2*x, 1 + 0.5*sin(time), 2);
  Real c = delay(T, 1) "does not change";
  Real f = semiLinear(x, 2, T);
equation
  der(x) = -y;
end Delays;
