/* icon_outline.c: curves to straight pieces, lines to areas. */
#include "face/icon_outline.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"

static const double outline_pi = 3.14159265358979323846;

enum { OUTLINE_MOST_PIECES = 64, OUTLINE_MOST_DASHES = 100000 };

static void outline_add(Arena *arena, IconOutline *o, IconPoint p)
{
  o->point = vector_grow(arena, o->point, &o->cap_points, o->n_points + 1,
                         sizeof o->point[0]);
  o->point[o->n_points++] = p;
}

static int outline_begin(const IconOutline *o, int loop)
{
  assert(loop >= 0 && loop <= o->n_loops);
  return loop > 0 ? o->end[loop - 1] : 0;
}

/* What was added since the last loop is one more, if it is anything. */
static void outline_end(Arena *arena, IconOutline *o)
{
  if (o->n_points == outline_begin(o, o->n_loops)) return;
  o->end = vector_grow(arena, o->end, &o->cap_loops, o->n_loops + 1,
                       sizeof o->end[0]);
  o->end[o->n_loops++] = o->n_points;
}

/* --- paths --- */

static double outline_length(IconPoint a, IconPoint b)
{
  return hypot(b.x - a.x, b.y - a.y);
}

static IconPoint outline_curve_at(IconPoint a, const IconPoint c[3], double t)
{
  double u = 1 - t;
  double f[4] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
  return (IconPoint){f[0] * a.x + f[1] * c[0].x + f[2] * c[1].x + f[3] * c[2].x,
                     f[0] * a.y + f[1] * c[0].y + f[2] * c[1].y +
                         f[3] * c[2].y};
}

static void outline_curve(Arena *arena, IconOutline *o, IconPoint from,
                          const IconPoint c[3])
{
  double length = outline_length(from, c[0]) + outline_length(c[0], c[1]) +
                  outline_length(c[1], c[2]);
  int n = 2 + (int)fmin(length / 4, OUTLINE_MOST_PIECES - 2);
  for (int k = 1; k <= n; k++)
    outline_add(arena, o, outline_curve_at(from, c, (double)k / n));
}

IconOutline icon_outline_path(Arena *arena, const IconPath *path,
                              const IconMap *to)
{
  IconOutline o = {0};
  IconPoint at = {0, 0};
  for (int k = 0; k < path->n_nodes; k++) {
    const IconNode *node = &path->node[k];
    IconPoint p[3];
    for (int i = 0; i < 3; i++) p[i] = icon_point(to, node->point[i]);
    if (node->kind == ICON_MOVE) outline_end(arena, &o);
    if (node->kind == ICON_CURVE)
      outline_curve(arena, &o, at, p);
    else
      outline_add(arena, &o, p[0]);
    at = node->kind == ICON_CURVE ? p[2] : p[0];
  }
  outline_end(arena, &o);
  return o;
}

/* --- strokes --- */

/* Counter-clockwise, where y goes up. */
static void outline_piece(Arena *arena, IconOutline *o, IconPoint a,
                          IconPoint b, double width)
{
  double length = outline_length(a, b);
  if (!(length > 0)) return;
  double x = -(b.y - a.y) / length * width / 2;
  double y = (b.x - a.x) / length * width / 2;
  outline_add(arena, o, (IconPoint){a.x + x, a.y + y});
  outline_add(arena, o, (IconPoint){a.x - x, a.y - y});
  outline_add(arena, o, (IconPoint){b.x - x, b.y - y});
  outline_add(arena, o, (IconPoint){b.x + x, b.y + y});
  outline_end(arena, o);
}

static void outline_disc(Arena *arena, IconOutline *o, IconPoint p,
                         double width)
{
  if (width < 1.5) return; /* not to be seen */
  int n = 8 + (int)fmin(width, 24);
  for (int k = 0; k < n; k++) {
    double at = 2 * outline_pi * k / n;
    outline_add(
        arena, o,
        (IconPoint){p.x + width / 2 * cos(at), p.y + width / 2 * sin(at)});
  }
  outline_end(arena, o);
}

/* Where a pen that draws dashes is. */
typedef struct DashedPen {
  const double *dash;
  int n, at, n_made;
  double rest; /* of the dash or gap */
} DashedPen;

static void outline_dashed(Arena *arena, IconOutline *o, DashedPen *pen,
                           IconPoint a, IconPoint b, double width)
{
  double length = outline_length(a, b), done = 0;
  while (length - done > 0 && pen->n_made < OUTLINE_MOST_DASHES) {
    double step = fmin(pen->rest, length - done);
    IconPoint from = {a.x + (b.x - a.x) * done / length,
                      a.y + (b.y - a.y) * done / length};
    done += step;
    IconPoint to = {a.x + (b.x - a.x) * done / length,
                    a.y + (b.y - a.y) * done / length};
    if (pen->at % 2 == 0) outline_piece(arena, o, from, to, width);
    pen->rest -= step;
    pen->n_made++;
    if (pen->rest <= 0) {
      pen->at = (pen->at + 1) % pen->n;
      pen->rest = pen->dash[pen->at];
    }
  }
}

static void outline_follow(Arena *arena, IconOutline *o, const IconPoint *p,
                           int n, bool is_closed, double width, DashedPen *pen)
{
  int n_pieces = is_closed ? n : n - 1;
  for (int k = 0; k < n_pieces; k++) {
    IconPoint to = p[(k + 1) % n];
    if (pen->n > 0) {
      outline_dashed(arena, o, pen, p[k], to, width);
    } else {
      outline_piece(arena, o, p[k], to, width);
      if (is_closed || k > 0) outline_disc(arena, o, p[k], width);
    }
  }
}

IconOutline icon_outline_stroke(Arena *arena, const IconOutline *line,
                                bool is_closed, double width,
                                const double *dash, int n_dashes)
{
  assert(width > 0 && n_dashes % 2 == 0);
  IconOutline o = {0};
  for (int k = 0; k < line->n_loops; k++) {
    DashedPen pen = {.dash = dash, .n = n_dashes};
    if (n_dashes > 0) pen.rest = dash[0];
    int begin = outline_begin(line, k);
    outline_follow(arena, &o, line->point + begin, line->end[k] - begin,
                   is_closed, width, &pen);
  }
  return o;
}
