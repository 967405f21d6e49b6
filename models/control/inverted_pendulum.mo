model InvertedPendulum
  "A cart balances a pendulum in Cartesian coordinates: feedback and index 3"
  parameter Real M(unit = "kg") = 1 "cart", m(unit = "kg") = 0.2 "pendulum";
  parameter Real L(unit = "m") = 0.5, g(unit = "m/s2") = 9.81;
  parameter Real K[4] = {3, 5, 35, 8} "gains: cart, its speed, angle, turn";
  Real s(unit = "m", start = 0, fixed = true) "position of the cart";
  Real w(unit = "m/s", start = 0, fixed = true) "speed of the cart";
  Real x(unit = "m", start = 0.1, fixed = true) "mass, seen from the world";
  Real y(unit = "m", start = 0.49);
  Real vx(unit = "m/s", start = 0, fixed = true), vy(unit = "m/s", start = 0);
  Real lambda(unit = "N/m") "force in the rod per length";
  output Real phi(unit = "rad") = atan2(x - s, y) "angle from upright";
  output Real F(unit = "N") "force that the controller asks for";
equation
  der(s) = w;
  der(x) = vx;
  der(y) = vy;
  M*der(w) = F - lambda*(s - x);
  m*der(vx) = -lambda*(x - s);
  m*der(vy) = -lambda*y - m*g;
  (x - s)^2 + y^2 = L^2;
  F = K*{s, w, phi, der(phi)};
  annotation(experiment(StopTime = 10, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "s,phi,F",
                        draw = {"line(s-0.1,0,s+0.1,0)", "line(s,0,x,y)",
                                "point(s,0)", "point(x,y)"}));
end InvertedPendulum;
