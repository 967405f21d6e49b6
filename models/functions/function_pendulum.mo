model FunctionPendulum
  "The pendulum whose constraint is a function with a loop, index 3"
  function power "x^n by repeated multiplication"
    input Real x;
    input Integer n;
    output Real y;
  protected
    Integer i = 0;
  algorithm
    y := 1;
    while i < n loop
      y := y*x;
      i := i + 1;
    end while;
    annotation(Inline = false);
  end power;

  parameter Real L(unit = "m") = 1, g(unit = "m/s2") = 9.81;
  Real x(start = 0.5, fixed = true), y(start = -0.866);
  Real vx(start = 0, fixed = true), vy;
  Real F "force of the rod per length and mass";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  power(x, 2) + power(y, 2) = L^2;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,y,F"));
end FunctionPendulum;
