/* icon.c: maps of points, paths, and what both kinds of pictures ask for. */
#include "face/icon.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"

const IconMap icon_same = {1, 0, 0, 1, 0, 0};

static const double icon_pi = 3.14159265358979323846;

/* --- maps --- */

IconPoint icon_point(const IconMap *m, IconPoint p)
{
  return (IconPoint){m->xx * p.x + m->xy * p.y + m->dx,
                     m->yx * p.x + m->yy * p.y + m->dy};
}

IconMap icon_then(const IconMap *a, const IconMap *b)
{
  IconPoint shift = icon_point(b, (IconPoint){a->dx, a->dy});
  return (IconMap){b->xx * a->xx + b->xy * a->yx,
                   b->xx * a->xy + b->xy * a->yy,
                   b->yx * a->xx + b->yy * a->yx,
                   b->yx * a->xy + b->yy * a->yy,
                   shift.x,
                   shift.y};
}

/* Quarter turns are exact. */
IconMap icon_turn(double degrees, IconPoint shift)
{
  double quarter = degrees / 90, c, s;
  if (quarter == floor(quarter) && fabs(quarter) < 1e6) {
    static const int sine[4] = {0, 1, 0, -1};
    int k = (int)((long)quarter % 4 + 4) % 4;
    s = sine[k];
    c = sine[(k + 1) % 4];
  } else {
    c = cos(degrees * icon_pi / 180);
    s = sin(degrees * icon_pi / 180);
  }
  return (IconMap){c, -s, s, c, shift.x, shift.y};
}

static double icon_ratio(double from, double to)
{
  return from != 0 ? to / from : 1;
}

IconMap icon_fit(IconBox from, IconBox to)
{
  double x = icon_ratio(from.high.x - from.low.x, to.high.x - to.low.x);
  double y = icon_ratio(from.high.y - from.low.y, to.high.y - to.low.y);
  return (IconMap){
      x, 0, 0, y, to.low.x - x * from.low.x, to.low.y - y * from.low.y};
}

double icon_scale(const IconMap *m)
{
  return sqrt(fabs(m->xx * m->yy - m->xy * m->yx));
}

/* --- boxes --- */

IconFrame icon_frame(IconBox box)
{
  double width = box.high.x - box.low.x, height = box.high.y - box.low.y;
  return (IconFrame){
      {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2},
      {fabs(width) / 2, 0},
      {0, fabs(height) / 2}};
}

void icon_box_add(IconBox *box, IconPoint p)
{
  if (p.x < box->low.x) box->low.x = p.x;
  if (p.y < box->low.y) box->low.y = p.y;
  if (p.x > box->high.x) box->high.x = p.x;
  if (p.y > box->high.y) box->high.y = p.y;
}

IconBox icon_frame_box(const IconFrame *f)
{
  double x = fabs(f->right.x) + fabs(f->up.x);
  double y = fabs(f->right.y) + fabs(f->up.y);
  return (IconBox){{f->center.x - x, f->center.y - y},
                   {f->center.x + x, f->center.y + y}};
}

bool icon_is_empty(IconBox box)
{
  return !(box.high.x > box.low.x && box.high.y > box.low.y);
}

/* --- paths --- */

static IconNode *icon_more(Arena *arena, IconPath *path, IconNodeKind kind)
{
  path->node = vector_grow(arena, path->node, &path->cap_nodes,
                           path->n_nodes + 1, sizeof path->node[0]);
  IconNode *node = &path->node[path->n_nodes++];
  node->kind = kind;
  return node;
}

static IconPoint icon_last(const IconPath *path)
{
  assert(path->n_nodes > 0);
  const IconNode *node = &path->node[path->n_nodes - 1];
  return node->point[node->kind == ICON_CURVE ? 2 : 0];
}

void icon_move(Arena *arena, IconPath *path, IconPoint p)
{
  icon_more(arena, path, ICON_MOVE)->point[0] = p;
}

void icon_line(Arena *arena, IconPath *path, IconPoint p)
{
  assert(path->n_nodes > 0);
  icon_more(arena, path, ICON_LINE)->point[0] = p;
}

static void icon_curve(Arena *arena, IconPath *path, IconPoint a, IconPoint b,
                       IconPoint to)
{
  IconNode *node = icon_more(arena, path, ICON_CURVE);
  node->point[0] = a;
  node->point[1] = b;
  node->point[2] = to;
}

static IconPoint icon_between(IconPoint a, IconPoint b, double part)
{
  return (IconPoint){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

/* A quadratic curve as a cubic one. */
void icon_bend(Arena *arena, IconPath *path, IconPoint control, IconPoint to)
{
  IconPoint from = icon_last(path);
  icon_curve(arena, path, icon_between(from, control, 2.0 / 3),
             icon_between(to, control, 2.0 / 3), to);
}

static bool icon_is_same(IconPoint a, IconPoint b)
{
  return a.x == b.x && a.y == b.y;
}

/* A closed line has no ends: it begins in the middle of its last side. */
static void icon_bend_round(Arena *arena, IconPath *path, const IconPoint *p,
                            int n)
{
  icon_move(arena, path, icon_between(p[n - 1], p[0], 0.5));
  for (int k = 0; k < n; k++)
    icon_bend(arena, path, p[k], icon_between(p[k], p[(k + 1) % n], 0.5));
}

static void icon_bend_along(Arena *arena, IconPath *path, const IconPoint *p,
                            int n)
{
  icon_move(arena, path, p[0]);
  icon_line(arena, path, icon_between(p[0], p[1], 0.5));
  for (int k = 1; k < n - 1; k++)
    icon_bend(arena, path, p[k], icon_between(p[k], p[k + 1], 0.5));
  icon_line(arena, path, p[n - 1]);
}

IconPath icon_points(Arena *arena, const IconPoint *point, int n, bool smooth,
                     bool is_closed)
{
  IconPath path = {.is_closed = is_closed};
  if (is_closed && n > 1 && icon_is_same(point[0], point[n - 1])) n--;
  if (n < 2) return path;
  if (smooth && n > 2) {
    if (is_closed)
      icon_bend_round(arena, &path, point, n);
    else
      icon_bend_along(arena, &path, point, n);
    return path;
  }
  icon_move(arena, &path, point[0]);
  for (int k = 1; k < n; k++) icon_line(arena, &path, point[k]);
  return path;
}

/* An arc of at most a quarter; the last point of the path is its begin. */
static void icon_quarter(Arena *arena, IconPath *path, const IconFrame *f,
                         double a, double b)
{
  double k = 4.0 / 3 * tan((b - a) / 4);
  IconPoint p[3] = {{cos(a) - k * sin(a), sin(a) + k * cos(a)},
                    {cos(b) + k * sin(b), sin(b) - k * cos(b)},
                    {cos(b), sin(b)}};
  for (int i = 0; i < 3; i++) {
    p[i] = (IconPoint){f->center.x + p[i].x * f->right.x,
                       f->center.y + p[i].y * f->up.y};
  }
  icon_curve(arena, path, p[0], p[1], p[2]);
}

static void icon_arc(Arena *arena, IconPath *path, const IconFrame *f,
                     double begin, double end)
{
  double a = begin * icon_pi / 180, b = end * icon_pi / 180;
  int n = (int)ceil(fabs(b - a) / (icon_pi / 2) - 1e-9);
  for (int k = 0; k < n; k++)
    icon_quarter(arena, path, f, a + (b - a) * k / n,
                 a + (b - a) * (k + 1) / n);
}

IconPath icon_ellipse(Arena *arena, IconBox box, double begin, double end,
                      IconClosure closure)
{
  IconPath path = {.is_closed = closure != ICON_OPEN};
  IconFrame f = icon_frame(box);
  if (!(fabs(end - begin) <= 360)) end = begin + 360;
  IconPoint from = {f.center.x + cos(begin * icon_pi / 180) * f.right.x,
                    f.center.y + sin(begin * icon_pi / 180) * f.up.y};
  if (closure == ICON_RADIAL && fabs(end - begin) < 360) {
    icon_move(arena, &path, f.center);
    icon_line(arena, &path, from);
  } else {
    icon_move(arena, &path, from);
  }
  icon_arc(arena, &path, &f, begin, end);
  return path;
}

IconPath icon_rectangle(Arena *arena, IconBox box, double radius)
{
  IconPath path = {.is_closed = true};
  IconFrame f = icon_frame(box);
  double w = f.right.x, h = f.up.y;
  double r = fmin(fmax(radius, 0), fmin(w, h));
  static const int side[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  for (int k = 0; k < 4; k++) { /* counter-clockwise from the upper right */
    IconFrame corner = {
        {f.center.x + side[k][0] * (w - r), f.center.y + side[k][1] * (h - r)},
        {r, 0},
        {0, r}};
    double at = k * icon_pi / 2;
    IconPoint from = {corner.center.x + r * round(cos(at)),
                      corner.center.y + r * round(sin(at))};
    if (k == 0)
      icon_move(arena, &path, from);
    else
      icon_line(arena, &path, from);
    if (r > 0) icon_arc(arena, &path, &corner, 90.0 * k, 90.0 * (k + 1));
  }
  return path;
}

/* --- items --- */

void icon_add(Arena *arena, Icon *icon, IconItem item)
{
  assert(item.kind != ICON_TEXT || item.text);
  icon->item = vector_grow(arena, icon->item, &icon->cap_items,
                           icon->n_items + 1, sizeof icon->item[0]);
  icon->item[icon->n_items++] = item;
}

static IconPoint icon_direction(const IconMap *m, IconPoint p)
{
  return (IconPoint){m->xx * p.x + m->xy * p.y, m->yx * p.x + m->yy * p.y};
}

IconItem icon_item_map(Arena *arena, const IconItem *item, const IconMap *m)
{
  IconItem made = *item;
  made.frame = (IconFrame){icon_point(m, item->frame.center),
                           icon_direction(m, item->frame.right),
                           icon_direction(m, item->frame.up)};
  int n = item->path.n_nodes;
  made.path.node = arena_array(arena, (size_t)n, sizeof made.path.node[0]);
  made.path.cap_nodes = n;
  for (int k = 0; k < n; k++) {
    made.path.node[k] = item->path.node[k];
    for (int i = 0; i < 3; i++)
      made.path.node[k].point[i] = icon_point(m, item->path.node[k].point[i]);
  }
  return made;
}

static void icon_add_item_box(IconBox *box, const IconItem *item)
{
  if (item->kind != ICON_SHAPE) {
    IconBox around = icon_frame_box(&item->frame);
    icon_box_add(box, around.low);
    icon_box_add(box, around.high);
    return;
  }
  double half = item->pattern == ICON_PATTERN_NONE ? 0 : icon_width(item) / 2;
  for (int k = 0; k < item->path.n_nodes; k++) {
    const IconNode *node = &item->path.node[k];
    for (int i = 0; i < (node->kind == ICON_CURVE ? 3 : 1); i++) {
      IconPoint p = node->point[i];
      icon_box_add(box, (IconPoint){p.x - half, p.y - half});
      icon_box_add(box, (IconPoint){p.x + half, p.y + half});
    }
  }
}

IconBox icon_drawn_box(const Icon *icon)
{
  IconBox box = icon->extent;
  for (int k = 0; k < icon->n_items; k++)
    icon_add_item_box(&box, &icon->item[k]);
  return box;
}

double icon_width(const IconItem *item)
{
  return 2 * fmax(item->thickness, 0.25);
}

int icon_dashes(const IconItem *item, double part[6])
{
  double w = fmax(icon_width(item), 1);
  int n = 0;
  switch (item->pattern) {
  case ICON_PATTERN_NONE:
  case ICON_PATTERN_SOLID: return 0;
  case ICON_PATTERN_DASH: n = 1; break;
  case ICON_PATTERN_DOT: n = 0; break;
  case ICON_PATTERN_DASH_DOT: n = 2; break;
  case ICON_PATTERN_DASH_DOT_DOT: n = 3; break;
  }
  int n_parts = n == 0 ? 2 : 2 * n;
  for (int k = 0; k < n_parts; k += 2) {
    part[k] = k == 0 && n > 0 ? 4 * w : w; /* a dash, then dots */
    part[k + 1] = 2 * w;
  }
  return n_parts;
}

/* Of UTF-8. */
static int icon_count_letters(const char *text)
{
  int n = 0;
  for (; *text; text++) n += (*text & 0xC0) != 0x80;
  return n;
}

double icon_text_size(const IconItem *item)
{
  assert(item->kind == ICON_TEXT);
  double width = 2 * hypot(item->frame.right.x, item->frame.right.y);
  double height = 2 * hypot(item->frame.up.x, item->frame.up.y);
  int letters = icon_count_letters(item->text);
  if (letters == 0) return 0;
  if (item->font_size > 0) /* 10 pt are 3.5 mm, 35 units */
    return item->font_size * 3.5;
  double by_width = width / (0.64 * letters);
  double by_height = height / 1.2;
  return width > 0 && by_width < by_height ? by_width : by_height;
}

IconFrame icon_text_frame(const IconItem *item)
{
  const IconFrame *f = &item->frame;
  IconPoint right = f->right;
  double length = hypot(right.x, right.y);
  if (length == 0) { /* no width: across the height */
    right = (IconPoint){f->up.y, -f->up.x};
    length = hypot(right.x, right.y);
  }
  if (length == 0) {
    right = (IconPoint){1, 0};
    length = 1;
  }
  right = (IconPoint){right.x / length, right.y / length};
  return (IconFrame){f->center, right, {-right.y, right.x}};
}
