within Translational;
model SineForce "A force from outside"
  parameter Force amplitude = 1;
  parameter Real w(unit = "rad/s") = 1;
  Flange flange;
equation
  flange.f = -amplitude*sin(w*time);
end SineForce;
