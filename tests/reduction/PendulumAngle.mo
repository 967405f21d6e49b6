model PendulumAngle "Minimal coordinate form"
  parameter Real g = 9.81, L = 1;
  parameter Real th0 = 0.5235987755982988 "30 degrees";
  Real theta(start = th0, fixed = true), omega(start = 0, fixed = true);
equation
  der(theta) = omega;
  der(omega) = -g/L*sin(theta);
end PendulumAngle;
