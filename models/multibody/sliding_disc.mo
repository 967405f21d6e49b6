model SlidingDisc
  "A disc slides in a parabola: contact and its foot point, index 3"
  parameter Real r = 0.25 "radius of the disc", g = 1 "gravity";
  Real x(start = 0.82), y(start = 0.68) "middle of the disc";
  Real vx(start = 0), vy(start = 0);
  Real s(start = 1, fixed = true) "the disc touches at (s, s^2/2)";
  Real lambda(start = -0.7) "force of the contact, negative: pushes";
  Real w = sqrt(1 + s^2);
  output Real energy = (vx^2 + vy^2)/2 + g*y;
initial equation
  der(s) = 0;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = s/w*lambda;
  der(vy) = -g - lambda/w;
  0 = (-s*(x - s) + (y - s^2/2))/w - r "distance along the normal";
  0 = (x - s) + s*(y - s^2/2) "the normal goes through the middle";
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "x,y,lambda",
                        draw = {"circle(x,y,r)", "point(s,s^2/2)"}));
end SlidingDisc;
