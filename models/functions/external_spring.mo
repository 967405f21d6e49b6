model ExternalSpring
  "A mass on a spring whose law is a function in C"
  function force "Polynomial of the deflection"
    input Real x;
    input Real c[:] "coefficients, lowest first";
    output Real f;
    external "C" f = spring_force(x, c, size(c, 1))
      annotation(Include = "
#include <stddef.h>
#include \"ModelicaUtilities.h\"
static double spring_force(double x, const double *c, size_t n)
{
  double f = 0;
  if (x > 5) ModelicaFormatError(\"the spring is torn at %g\", x);
  while (n-- > 0) f = f*x + c[n];
  return f;
}
");
  end force;

  parameter Real c[2] = {0, 4} "a linear spring";
  parameter Real m = 1;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real rest(start = 1) "where the spring holds the weight 2";
equation
  der(x) = v;
  m*der(v) = -force(x, c);
  force(rest, c) = 2;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,v"));
end ExternalSpring;
