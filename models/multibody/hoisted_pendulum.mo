model HoistedPendulum
  "A pendulum on a rope that is drawn in and let out, index 3"
  parameter Real g = 1 "gravity";
  parameter Real depth = 0.2 "how far the rope is drawn in";
  Real r = 1 + depth*sin(2*time) "length of the rope";
  Real x(start = sin(1.0), fixed = true), y(start = -cos(1.0));
  Real vx(start = 0.4*sin(1.0), fixed = true), vy(start = -0.4*cos(1.0));
  Real lambda(start = 0.5);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -2*lambda*x;
  der(vy) = -2*lambda*y - g;
  x^2 + y^2 = r^2;
  annotation(experiment(StopTime = 10, Interval = 0.025, Tolerance = 1e-9),
             __foucault(plot = "y:x",
                        draw = {"line(0,0,x,y)", "point(0,0)", "point(x,y)"}));
end HoistedPendulum;
