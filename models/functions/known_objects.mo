model KnownObjects
  "Objects that sizes and conditions ask: made at translation for the call, and by the FMU for all others"
  class Ladder
    extends ExternalObject;
    function constructor
      input String name;
      input Real height[:];
      output Ladder ladder;
      external "C" ladder = ladder_open(name, height, size(height, 1))
        annotation(Include = "
#include <stdlib.h>
#include <string.h>
typedef struct Ladder {
  size_t n;
  double height[20];
} Ladder;
static void *ladder_open(const char *name, const double *height, size_t n)
{
  Ladder *l = calloc(1, sizeof *l);
  l->n = strcmp(name, \"broken\") == 0 ? n - 1 : n;
  memcpy(l->height, height, n * sizeof height[0]);
  return l;
}
static int ladder_rungs(void *object)
{
  return (int)((Ladder *)object)->n;
}
static double ladder_height(void *object, int k)
{
  return ((Ladder *)object)->height[k - 1];
}
static void *stairs_open(void *lower, double gap, void *upper)
{
  Ladder *a = lower, *b = upper, *l = calloc(1, sizeof *l);
  for (size_t k = 0; k < a->n; k++) l->height[l->n++] = a->height[k];
  for (size_t k = 0; k < b->n; k++)
    l->height[l->n++] = a->height[a->n - 1] + gap + b->height[k];
  return l;
}
");
    end constructor;
    function destructor
      input Ladder ladder;
      external "C" free(ladder) annotation(Include = "#include <stdlib.h>");
    end destructor;
  end Ladder;
  class Stairs "made of two ladders"
    extends ExternalObject;
    function constructor
      input Ladder lower;
      input Real gap;
      input Ladder upper;
      output Stairs stairs;
      external "C" stairs = stairs_open(lower, gap, upper)
        annotation(Include = "");
    end constructor;
    function destructor
      input Stairs stairs;
      external "C" free(stairs) annotation(Include = "#include <stdlib.h>");
    end destructor;
  end Stairs;
  function rungs
    input Ladder ladder;
    output Integer n;
    external "C" n = ladder_rungs(ladder) annotation(Include = "");
  end rungs;
  function height
    input Ladder ladder;
    input Integer k;
    output Real h;
    external "C" h = ladder_height(ladder, k) annotation(Include = "");
  end height;
  function steps
    input Stairs stairs;
    output Integer n;
    external "C" n = ladder_rungs(stairs) annotation(Include = "");
  end steps;
  function last
    input Stairs stairs;
    output Real h;
    external "C" h = ladder_height(stairs, 3) annotation(Include = "");
  end last;

  parameter Real first = 0.25;
  parameter Ladder ladder = Ladder("sound", {first, 0.75, 1.5});
  Ladder broken = Ladder("broken", {1, 2});
  Stairs stairs = Stairs(broken, 0.5, ladder);
  parameter Real top = height(ladder, rungs(ladder)) "is asked for";
  parameter Real bottom = height(ladder, 1) "is left to the FMU";
  Real x[rungs(ladder) - 2*rungs(broken)];
  Real y[if top > 1 then 1 else 0];
  Real z[steps(stairs)](each start = 1, each fixed = true);
  parameter Real end_of_stairs = last(stairs) annotation(Evaluate = true);
equation
  x = {bottom*time};
  y = {height(ladder, if time < 1 then 2 else rungs(ladder))};
  der(z) = -end_of_stairs*z;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "x[1],y[1],z[1]"));
end KnownObjects;
