model RotatingRod
  "A bead on a rod that turns with unit angular velocity: time drives the pivot"
  parameter Real g = 1 "gravity";
  Real x(start = 1, fixed = true), y(start = 0);
  Real vx(start = 0, fixed = true), vy(start = 1);
  Real lambda(start = 1) "force across the rod";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -sin(time)*lambda;
  der(vy) = -g + cos(time)*lambda;
  0 = -sin(time)*x + cos(time)*y;
  annotation(experiment(StopTime = 3, Interval = 0.01, Tolerance = 1e-9),
             __foucault(plot = "y:x",
                        draw = {"line(0,0,9*cos(time),9*sin(time))",
                                "point(0,0)", "point(x,y)"}));
end RotatingRod;
