model PendulumNominal "x is known ten times better than y"
  parameter Real g = 9.81;
  Real x(start = 0.6, nominal = 0.1), y(start = -0.5, nominal = 1);
  Real vx(start = 1), vy(start = 0.5), lam;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*lam*x;
  der(vy) = -2*lam*y - g;
  0 = x^2 + y^2 - 1;
end PendulumNominal;
