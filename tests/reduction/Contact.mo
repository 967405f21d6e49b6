model Contact "Disc sliding on a parabola: contact condition and contact-point condition, index 3, 2 states"
  parameter Real r0 = 0.25, g = 1;
  Real x(start = 1 - 0.25/sqrt(2)), y(start = 0.5 + 0.25/sqrt(2)), vx(start = 0), vy(start = 0);
  Real s(start = 1, fixed = true) "parameter of the contact point (s, s^2/2)";
  Real lam(start = -0.7);
  Real w = sqrt(1 + s^2);
  Real energy = (vx^2 + vy^2)/2 + g*y;
initial equation
  der(s) = 0;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = s/w*lam;
  der(vy) = -g - lam/w;
  0 = (-s*(x - s) + (y - s^2/2))/w - r0 "contact";
  0 = (x - s) + s*(y - s^2/2) "contact point is the foot of the normal";
end Contact;
