model Springs "A point without mass is held by three springs, whose start values say where"
  model Spring
    parameter Real c, s0 = 0.1, small = 1e-10;
    input Real a[3], b[3];
    Real r[3], e[3], f;
    Real length(start = 0), s;
  equation
    r = b - a;
    length = sqrt(r*r);
    s = noEvent(if length > small then length else small);
    e = r/s;
    f = c*(length - s0);
  end Spring;
  parameter Real m = 0.8, g = 9.81;
  Spring one(c = 20, r(start = {-0.2, -0.2, 0.2}),
             a = {0.3*cos(turn), 0.3*sin(turn), 0}, b = point);
  Spring two(c = 40, a = point, b = x);
  Spring three(c = 20, a = {0.3*sin(turn), 0, 0.3*cos(turn)}, b = point);
  Real point[3];
  Real turn;
  Real x[3](start = {0.5, -0.3, 0}, each fixed = true);
  Real v[3](each start = 0, each fixed = true);
equation
  turn = 0.1*time;
  one.e*one.f + three.e*three.f = two.e*two.f;
  der(x) = v;
  m*der(v) = -two.e*two.f + {0, -m*g, 0};
end Springs;
