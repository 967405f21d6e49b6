model PendulumAngle "The pendulum in its minimal coordinate"
  parameter Real L(unit = "m") = 1 "length of the rod";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  parameter Real phi0(unit = "rad") = 0.5235987755982988 "start angle";
  Real phi(unit = "rad", start = phi0, fixed = true) "angle from below";
  Real omega(unit = "rad/s", start = 0, fixed = true) "angular velocity";
  output Real x(unit = "m") = L*sin(phi);
  output Real y(unit = "m") = -L*cos(phi);
equation
  der(phi) = omega;
  der(omega) = -g/L*sin(phi);
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "phi,omega",
                        draw = {"line(0,0,x,y)", "point(0,0)", "point(x,y)"}));
end PendulumAngle;
