model Ggl "Gear-Gupta-Leimkuhler form: extra multiplier mu, index 2"
  parameter Real g = 9.81, L = 1;
  parameter Real th0 = 0.5235987755982988 "30 degrees";
  Real x(start = L*sin(th0), fixed = true), y(start = -L*cos(th0)), vx(start = 0, fixed = true), vy(start = 0), lam(start = 8), mu(start = 0);
equation
  der(x) = vx + 2*x*mu;
  der(y) = vy + 2*y*mu;
  der(vx) = -lam*x;
  der(vy) = -lam*y - g;
  0 = x^2 + y^2 - L^2;
  0 = x*vx + y*vy;
end Ggl;
