model SlidingDiscDrag
  "The sliding disc with a force that grows with the square of the contact's"
  parameter Real r = 0.25 "radius of the disc", g = 1 "gravity";
  Real x(start = 0.82), y(start = 0.68) "middle of the disc";
  Real vx(start = 0), vy(start = 0);
  Real s(start = 1, fixed = true) "the disc touches at (s, s^2/2)";
  Real beta(start = 0.5, fixed = true) "follows the speed with a delay";
  Real lambda(start = -0.7) "force of the contact, negative: pushes";
  Real w = sqrt(1 + s^2);
initial equation
  der(s) = 0;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -0.1*lambda^2*beta + s/w*lambda;
  der(vy) = -g - lambda/w;
  der(beta) = (vx + s*vy)/w - beta;
  0 = (-s*(x - s) + (y - s^2/2))/w - r "distance along the normal";
  0 = (x - s) + s*(y - s^2/2) "the normal goes through the middle";
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "x,y,beta"));
end SlidingDiscDrag;
