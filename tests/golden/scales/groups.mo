model Groups "what is added or compared is of one size"
  parameter Real L = 2, top = 7;
  Real x(start = 1, fixed = true), y(start = -1), vx(start = 0, fixed = true);
  Real vy, lam;
  Real small(start = 0, fixed = true);
  Real given(start = 0, fixed = true, nominal = 3);
  Real height(start = 0, fixed = true);
equation
  x^2 + y^2 = L^2;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lam*x;
  der(vy) = -lam*y - 9.81;
  der(small) = if small > 1e-9 then -1e-9 else 1e-9;
  der(given) = 1;
  der(height) = max(top - height, 0);
end Groups;
