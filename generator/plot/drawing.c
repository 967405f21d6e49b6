/* drawing.c: labels, and curves of fewer points. */
#include "plot/drawing.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static bool drawing_same(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static const char *with_unit(Arena *arena, const char *name, const char *unit)
{
  if (!unit || !*unit) return name;
  return arena_printf(arena, "%s%s[%s]", name, *name ? " " : "", unit);
}

const char *drawing_x_label(Arena *arena, const Chart *chart)
{
  assert(chart->n_curves > 0);
  const DrawnCurve *first = &chart->curve[0];
  const char *unit = first->x_unit;
  for (int k = 1; k < chart->n_curves; k++) {
    const DrawnCurve *c = &chart->curve[k];
    if (!drawing_same(first->x_name, c->x_name)) return "";
    if (!unit) unit = c->x_unit; /* not all files know units */
    if (c->x_unit && !drawing_same(unit, c->x_unit)) return first->x_name;
  }
  return with_unit(arena, first->x_name, unit);
}

/* The unit that all curves have; NULL: there is none. */
static const char *common_unit(const Chart *chart)
{
  const char *unit = chart->curve[0].unit;
  for (int k = 1; k < chart->n_curves; k++) {
    if (!drawing_same(unit, chart->curve[k].unit)) return NULL;
  }
  return unit;
}

const char *drawing_y_label(Arena *arena, const Chart *chart)
{
  assert(chart->n_curves > 0);
  const char *name = chart->curve[0].y_name;
  for (int k = 1; k < chart->n_curves; k++) {
    if (!drawing_same(name, chart->curve[k].y_name)) name = "";
  }
  return with_unit(arena, name, common_unit(chart));
}

const char *drawing_legend(Arena *arena, const Chart *chart, int curve)
{
  const DrawnCurve *c = &chart->curve[curve];
  assert(curve >= 0 && curve < chart->n_curves);
  return common_unit(chart) ? c->label : with_unit(arena, c->label, c->unit);
}

/* --- fewer points --- */

typedef struct Thinned {
  double *x, *y;
  int n;
} Thinned;

static void drawing_keep(const DrawnCurve *from, int k, Thinned *to)
{
  to->x[to->n] = from->x[k];
  to->y[to->n++] = from->y[k];
}

DrawnCurve drawing_thin(Arena *arena, const DrawnCurve *curve, int most)
{
  assert(most >= 8);
  if (curve->n <= most) return *curve;
  int group = (curve->n + most / 4 - 1) / (most / 4); /* four points of each */
  size_t room = ((size_t)curve->n / (size_t)group + 2) * 4;
  Thinned t = {arena_array(arena, room, sizeof(double)),
               arena_array(arena, room, sizeof(double)), 0};
  for (int begin = 0; begin < curve->n; begin += group) {
    int end = begin + group < curve->n ? begin + group : curve->n;
    int low = begin, high = begin;
    for (int k = begin; k < end; k++) {
      /* a gap is lower than everything: it stays */
      if (!(curve->y[k] >= curve->y[low])) low = k;
      if (curve->y[k] > curve->y[high] || !isfinite(curve->y[high])) high = k;
    }
    int order[4] = {begin, low < high ? low : high, low < high ? high : low,
                    end - 1};
    for (int k = 0; k < 4; k++) {
      if (k == 0 || order[k] > order[k - 1]) drawing_keep(curve, order[k], &t);
    }
  }
  assert((size_t)t.n <= room);
  DrawnCurve thin = *curve;
  thin.x = t.x;
  thin.y = t.y;
  thin.n = t.n;
  return thin;
}
