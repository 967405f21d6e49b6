model Soak "everything that a long run does, and a solution for ever"
  parameter Real w = 2.5 "mean speed of the mass on the circle";
  parameter Real c = 9, d = 3 "what brings it back to its angle";
  parameter Real T = 0.5 "of the lag";
  parameter Real g = 10, v0 = 4 "of what is thrown up each second";
  input Real u(start = 0);
  Real x(start = 0, fixed = true), y(start = -1);
  Real vx(start = w + 0.3, fixed = true), vy(start = 0), q;
  output Real lag(start = 0, fixed = true);
  output Real h(start = 0, fixed = true);
  Real v(start = v0, fixed = true);
  Integer n(start = 0, fixed = true) "how often it was at the top";
  Real angle = w*time + 0.3*sin(time), speed = x*vy - y*vx;
  Real push = -0.3*sin(time) - d*(speed - w - 0.3*cos(time))
    - c*(x*cos(angle) + y*sin(angle));
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -q*x - push*y;
  der(vy) = -q*y + push*x;
  x^2 + y^2 = 1;
  T*der(lag) + lag = u;
  der(h) = v;
  der(v) = -g;
  when sample(1, 1) then
    reinit(h, 0);
    reinit(v, v0);
  end when;
  when v < 0 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end Soak;
