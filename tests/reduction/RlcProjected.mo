model RlcProjected "Projected form of Rlc: two states"
  parameter Real R = 0.5, L = 1, C = 0.25;
  Real u1(start = 1, fixed = true), u2(start = 0, fixed = true);
  Real I1 = u1, I2 = u1, I3 = u1;
equation
  der(u1) = u2;
  der(u2) = -R/L*u2 - u1/(L*C);
end RlcProjected;
