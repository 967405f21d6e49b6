model TableObject
  "A drive along a table that lives in an external object"
  class Table "Points and straight lines between them, in C"
    extends ExternalObject;
    function constructor
      input String name;
      input Real point[:, 2] "time, value";
      output Table table;
      external "C" table = drive_open(name, point, size(point, 1))
        annotation(Include = "
#include <stdlib.h>
#include <string.h>
#include \"ModelicaUtilities.h\"
typedef struct Drive {
  size_t n, at; /* points; the line that is used until the next event */
  double point[];
} Drive;
static void *drive_open(const char *name, const double *point, size_t n)
{
  Drive *d = malloc(sizeof *d + 2 * n * sizeof point[0]);
  if (!d) ModelicaError(\"no memory for a table\");
  if (n < 2) ModelicaFormatError(\"the table %s has %d points\", name, (int)n);
  d->n = n;
  d->at = 0;
  memcpy(d->point, point, 2 * n * sizeof point[0]);
  return d;
}
static void drive_close(void *object)
{
  free(object);
}
static double drive_next(void *object, double t)
{
  Drive *d = object;
  d->at = 0;
  while (d->at + 2 < d->n && d->point[2 * (d->at + 1)] <= t) d->at++;
  return d->at + 2 < d->n ? d->point[2 * (d->at + 1)] : 1e300;
}
static double drive_slope(void *object, double t, double dt)
{
  const Drive *d = object;
  const double *p = d->point + 2 * d->at;
  (void)t;
  return (p[3] - p[1]) / (p[2] - p[0]) * dt;
}
static double drive_at(void *object, double t)
{
  const Drive *d = object;
  const double *p = d->point + 2 * d->at;
  return p[1] + drive_slope(object, t, t - p[0]);
}
");
    end constructor;
    function destructor
      input Table table;
      external "C" drive_close(table) annotation(Include = "");
    end destructor;
  end Table;
  function nextEvent
    input Table table;
    input Real t;
    output Real next "when the next line begins";
    external "C" next = drive_next(table, t) annotation(Include = "");
  end nextEvent;
  function position
    input Table table;
    input Real t;
    output Real x;
    external "C" x = drive_at(table, t) annotation(Include = "");
    annotation(derivative = speed);
  end position;
  function speed
    input Table table;
    input Real t;
    input Real dt;
    output Real v;
    external "C" v = drive_slope(table, t, dt) annotation(Include = "");
  end speed;

  parameter Real height = 3;
  Table table = Table("drive", [0, 0; 1, 2; 2, 2; 4, height]);
  discrete Real next(start = 0, fixed = true);
  Real x "from the table";
  Real v "by differentiation of the table";
  Real s(start = 0, fixed = true) "v again, integrated";
equation
  when {initial(), time >= pre(next)} then
    next = nextEvent(table, time);
  end when;
  x = position(table, time);
  v = der(x);
  der(s) = v;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,v"));
end TableObject;
