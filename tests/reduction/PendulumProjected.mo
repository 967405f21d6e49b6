model PendulumProjected "PendulumLarge after projection: D = (-y, x), three states, no multiplier"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), u(start = -1, fixed = true);
  Real lambda = (x^2 + y^2)*u^2 - y "string force, recovered afterwards (L = m = g = 1)";
equation
  der(x) = -y*u;
  der(y) = x*u;
  der(u) = -x/(x^2 + y^2);
end PendulumProjected;
