model Contact "Disc on a parabola: the place is given, the velocity guessed"
  parameter Real r0 = 0.25, g = 1;
  Real x(start = 1 - 0.25/sqrt(2)), y(start = 0.5 + 0.25/sqrt(2));
  Real vx(start = -0.5), vy(start = 0.3);
  Real s(start = 1, fixed = true), lam(start = -0.7);
  Real w = sqrt(1 + s^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = s/w*lam;
  der(vy) = -g - lam/w;
  0 = (-s*(x - s) + (y - s^2/2))/w - r0;
  0 = (x - s) + s*(y - s^2/2);
end Contact;
