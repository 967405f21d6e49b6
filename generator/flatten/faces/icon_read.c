/* icon_read.c: the layers of a class, then the primitives of each. */
#include "flatten/faces/icon_read.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "flatten/instances/scope.h"

static const IconBox icon_default_box = {{-100, -100}, {100, 100}};

static const char *const icon_patterns[] = {
    "None", "Solid", "Dash", "Dot", "DashDot", "DashDotDot", NULL};
static const char *const icon_fills[] = {"None",
                                         "Solid",
                                         "Horizontal",
                                         "Vertical",
                                         "Cross",
                                         "Forward",
                                         "Backward",
                                         "CrossDiag",
                                         "HorizontalCylinder",
                                         "VerticalCylinder",
                                         "Sphere",
                                         NULL};
static const char *const icon_smooths[] = {"None", "Bezier", NULL};
static const char *const icon_aligns[] = {"Left", "Center", "Right", NULL};
static const char *const icon_styles[] = {"Bold", "Italic", "UnderLine", NULL};
static const char *const icon_closures[] = {"None", "Chord", "Radial", NULL};
static const char *const icon_arrows[] = {"None", "Open", "Filled", "Half",
                                          NULL};

/* The icon that is made, and the layer at work. */
typedef struct IconReading {
  GraphicPlace place;
  Arena *arena;
  Icon *icon;
  IconMap map; /* of the layer */
} IconReading;

/* --- styles --- */

static void icon_take_style(const IconReading *r, const GraphicRecord *record,
                            IconItem *item)
{
  const GraphicPlace *p = &r->place;
  int word;
  graphic_color(p, record, "lineColor", &item->line);
  graphic_color(p, record, "fillColor", &item->fill);
  graphic_number(p, record, "lineThickness", &item->thickness);
  if (graphic_word(p, record, "pattern", icon_patterns, &word))
    item->pattern = (IconPattern)word;
  if (graphic_word(p, record, "fillPattern", icon_fills, &word))
    item->fill_pattern = (IconFill)word;
}

static bool icon_is_smooth(const IconReading *r, const GraphicRecord *record)
{
  int word = 0;
  graphic_word(&r->place, record, "smooth", icon_smooths, &word);
  return word == 1;
}

/* NULL: there are none, or one is not known. */
static IconPoint *icon_take_points(const IconReading *r,
                                   const GraphicRecord *record, int *n)
{
  const AstExpr *list = graphic_list(&r->place, record, "points");
  if (!list) return NULL;
  IconPoint *point =
      arena_array(r->arena, (size_t)list->n_args + 1, sizeof point[0]);
  for (int k = 0; k < list->n_args; k++) {
    if (!graphic_point_of(&r->place, list->arg[k], &point[k])) return NULL;
  }
  *n = list->n_args;
  return point;
}

static IconBox icon_points_box(const IconPoint *point, int n)
{
  IconBox box = {point[0], point[0]};
  for (int k = 1; k < n; k++) icon_box_add(&box, point[k]);
  return box;
}

/* --- primitives; false: it has no place --- */

static bool icon_take_rectangle(IconReading *r, const GraphicRecord *record,
                                IconItem *item)
{
  IconBox box;
  double radius = 0;
  if (!graphic_box(&r->place, record, "extent", &box)) return false;
  icon_take_style(r, record, item);
  graphic_number(&r->place, record, "radius", &radius);
  item->frame = icon_frame(box);
  item->path = icon_rectangle(r->arena, box, radius);
  return true;
}

static bool icon_take_ellipse(IconReading *r, const GraphicRecord *record,
                              IconItem *item)
{
  IconBox box;
  double begin = 0, end = 360;
  int closure;
  if (!graphic_box(&r->place, record, "extent", &box)) return false;
  icon_take_style(r, record, item);
  graphic_number(&r->place, record, "startAngle", &begin);
  graphic_number(&r->place, record, "endAngle", &end);
  if (!graphic_word(&r->place, record, "closure", icon_closures, &closure))
    closure = begin == 0 && end == 360 ? ICON_CHORD : ICON_RADIAL;
  item->is_ellipse = true;
  item->frame = icon_frame(box);
  item->path = icon_ellipse(r->arena, box, begin, end, (IconClosure)closure);
  return true;
}

static bool icon_take_polygon(IconReading *r, const GraphicRecord *record,
                              IconItem *item)
{
  int n = 0;
  const IconPoint *point = icon_take_points(r, record, &n);
  if (!point || n < 2) return false;
  icon_take_style(r, record, item);
  item->frame = icon_frame(icon_points_box(point, n));
  item->path = icon_points(r->arena, point, n, icon_is_smooth(r, record), true);
  return true;
}

static bool icon_take_text(IconReading *r, const GraphicRecord *record,
                           IconItem *item)
{
  const GraphicPlace *p = &r->place;
  IconBox box;
  int word;
  const char *text = graphic_text(p, record, "textString");
  if (!text || !graphic_box(p, record, "extent", &box)) return false;
  item->kind = ICON_TEXT;
  item->align = ICON_CENTER;
  item->frame = icon_frame(box);
  item->text = graphic_macros(p, text);
  graphic_color(p, record, "lineColor", &item->line); /* before 3.4 */
  graphic_color(p, record, "textColor", &item->line);
  graphic_number(p, record, "fontSize", &item->font_size);
  const char *font = graphic_text(p, record, "fontName");
  item->serif = font && strcmp(font, "serif") == 0;
  item->monospace = font && strcmp(font, "monospace") == 0;
  if (graphic_word(p, record, "horizontalAlignment", icon_aligns, &word))
    item->align = (IconAlign)word;
  const AstExpr *styles = graphic_list(p, record, "textStyle");
  for (int k = 0; styles && k < styles->n_args; k++) {
    if (!graphic_word_of(p, styles->arg[k], icon_styles, &word)) continue;
    item->bold |= word == 0;
    item->italic |= word == 1;
    item->underline |= word == 2;
  }
  return true;
}

static bool icon_take_bitmap(IconReading *r, const GraphicRecord *record,
                             IconItem *item)
{
  IconBox box;
  const char *image = graphic_text(&r->place, record, "imageSource");
  if (!image || !graphic_box(&r->place, record, "extent", &box)) return false;
  item->kind = ICON_IMAGE;
  item->frame = icon_frame(box);
  item->image = arena_copy_text(r->arena, image, strlen(image));
  return true;
}

/* --- lines and their arrows --- */

static void icon_put(const IconReading *r, const GraphicRecord *record,
                     const IconItem *item)
{
  double rotation = 0;
  IconPoint origin = {0, 0};
  graphic_number(&r->place, record, "rotation", &rotation);
  graphic_point(&r->place, record, "origin", &origin);
  IconMap turn = icon_turn(rotation, origin);
  IconMap whole = icon_then(&turn, &r->map);
  icon_add(r->arena, r->icon, icon_item_map(r->arena, item, &whole));
}

/* Section 18.6.5.1: each half of the arrow is a third as wide as it is long;
 * arrowSize is the width of both, in mm. */
static void icon_put_arrow(const IconReading *r, const GraphicRecord *record,
                           const IconItem *line, IconPoint tip, IconPoint from,
                           int kind)
{
  double size = 3, length = hypot(tip.x - from.x, tip.y - from.y);
  if (kind == 0 || !(length > 0)) return;
  graphic_number(&r->place, record, "arrowSize", &size);
  double half = size, back = 3 * half; /* a mm is 2 units, as for lines */
  double x = (tip.x - from.x) / length, y = (tip.y - from.y) / length;
  IconPoint base = {tip.x - back * x, tip.y - back * y};
  IconPoint point[3] = {{base.x - half * y, base.y + half * x},
                        tip,
                        {base.x + half * y, base.y - half * x}};
  bool is_filled = kind == 2;
  IconItem arrow = *line;
  arrow.fill = line->line;
  arrow.fill_pattern = is_filled ? ICON_FILL_SOLID : ICON_FILL_NONE;
  arrow.pattern = ICON_PATTERN_SOLID;
  arrow.path =
      icon_points(r->arena, point, kind == 3 ? 2 : 3, false, is_filled);
  icon_put(r, record, &arrow);
}

static void icon_put_line(const IconReading *r, const GraphicRecord *record,
                          IconItem item)
{
  const GraphicPlace *p = &r->place;
  int n = 0, word;
  const IconPoint *point = icon_take_points(r, record, &n);
  if (!point || n < 2) return;
  graphic_color(p, record, "color", &item.line);
  graphic_number(p, record, "thickness", &item.thickness);
  if (graphic_word(p, record, "pattern", icon_patterns, &word))
    item.pattern = (IconPattern)word;
  item.frame = icon_frame(icon_points_box(point, n));
  item.path = icon_points(r->arena, point, n, icon_is_smooth(r, record), false);
  icon_put(r, record, &item);
  const AstExpr *arrows = graphic_list(p, record, "arrow");
  if (!arrows || arrows->n_args != 2 || item.pattern == ICON_PATTERN_NONE)
    return;
  if (graphic_word_of(p, arrows->arg[0], icon_arrows, &word))
    icon_put_arrow(r, record, &item, point[0], point[1], word);
  if (graphic_word_of(p, arrows->arg[1], icon_arrows, &word))
    icon_put_arrow(r, record, &item, point[n - 1], point[n - 2], word);
}

typedef struct IconPrimitive {
  const char *name;
  bool (*take)(IconReading *r, const GraphicRecord *record, IconItem *item);
} IconPrimitive;

static const IconPrimitive icon_primitives[] = {
    {"Rectangle", icon_take_rectangle}, {"Ellipse", icon_take_ellipse},
    {"Polygon", icon_take_polygon},     {"Text", icon_take_text},
    {"Bitmap", icon_take_bitmap},
};

static void icon_take_primitive(IconReading *r, const AstExpr *e)
{
  e = graphic_settled(&r->place, e);
  if (!e || e->kind != AST_CALL) return;
  const char *name = e->reference->part[e->reference->n_parts - 1].ident;
  GraphicRecord record = {e, NULL};
  bool visible = true;
  graphic_boolean(&r->place, &record, "visible", &visible);
  if (!visible) return;
  IconItem item = {
      .kind = ICON_SHAPE, .pattern = ICON_PATTERN_SOLID, .thickness = 0.25};
  if (strcmp(name, "Line") == 0) {
    icon_put_line(r, &record, item);
    return;
  }
  for (size_t k = 0; k < sizeof icon_primitives / sizeof icon_primitives[0];
       k++) {
    if (strcmp(icon_primitives[k].name, name) == 0 &&
        icon_primitives[k].take(r, &record, &item))
      icon_put(r, &record, &item);
  }
}

/* --- layers --- */

static const AstModification *icon_annotation(const AstComment *comment,
                                              const char *name)
{
  return comment ? graphic_find(comment->annotation, name) : NULL;
}

/* How the base stands in the class: its clause, or its short class, has it. */
static GraphicRecord icon_base_map(const ClassPart *base)
{
  const AstElement *clause = base->extends;
  const AstComment *comment = clause ? clause->comment : NULL;
  return (GraphicRecord){NULL, icon_annotation(comment, "IconMap")};
}

static bool icon_is_null(IconBox b)
{
  return b.low.x == 0 && b.low.y == 0 && b.high.x == 0 && b.high.y == 0;
}

static bool icon_own_extent(const IconReading *r, const ClassPart *part,
                            IconBox *box)
{
  GraphicRecord record;
  const AstModification *icon = icon_annotation(part->ast->comment, "Icon");
  IconBox found;
  if (!graphic_inside(icon, "coordinateSystem", &record) ||
      !graphic_box(&r->place, &record, "extent", &found) ||
      icon_is_empty(found))
    return false;
  *box = found;
  return true;
}

/* As deep as the inheritance, which the lookup limits. */
static bool icon_extent(const IconReading *r, ClassPart *part, IconBox *box)
{
  if (icon_own_extent(r, part, box)) return true;
  lookup_bases(r->place.f->lookup, part);
  for (int k = 0; k < part->n_bases; k++) {
    ClassPart *base = part->base[k];
    if (!base || base->builtin) continue;
    GraphicRecord map = icon_base_map(base);
    IconBox region = {{0, 0}, {0, 0}};
    graphic_box(&r->place, &map, "extent", &region);
    if (icon_is_null(region) && icon_extent(r, base, box)) return true;
  }
  return false;
}

/* The base keeps its shape: it is as large as the region allows. */
static IconMap icon_into_region(IconBox from, IconBox region)
{
  IconMap m = icon_fit(from, region);
  double scale = fmin(fabs(m.xx), fabs(m.yy));
  IconFrame a = icon_frame(from), b = icon_frame(region);
  m.xx = copysign(scale, m.xx);
  m.yy = copysign(scale, m.yy);
  m.dx = b.center.x - m.xx * a.center.x;
  m.dy = b.center.y - m.yy * a.center.y;
  return m;
}

static void icon_add_layers(IconReading *r, ClassPart *part, bool visible);

static void icon_add_base(IconReading *r, ClassPart *base, bool visible)
{
  GraphicRecord map = icon_base_map(base);
  IconBox region = {{0, 0}, {0, 0}}, from = icon_default_box;
  graphic_box(&r->place, &map, "extent", &region);
  graphic_boolean(&r->place, &map, "primitivesVisible", &visible);
  IconReading inside = *r;
  if (!icon_is_null(region)) {
    icon_extent(r, base, &from);
    IconMap m = icon_into_region(from, region);
    inside.map = icon_then(&m, &r->map);
  }
  if (icon_scale(&inside.map) > 0) icon_add_layers(&inside, base, visible);
}

static void icon_add_layers(IconReading *r, ClassPart *part, bool visible)
{
  lookup_bases(r->place.f->lookup, part);
  for (int k = 0; k < part->n_bases && visible; k++) {
    ClassPart *base = part->base[k];
    if (base && !base->builtin) icon_add_base(r, base, visible);
  }
  GraphicRecord icon = {NULL, icon_annotation(part->ast->comment, "Icon")};
  r->place.context = lookup_context(part);
  const AstExpr *list = graphic_list(&r->place, &icon, "graphics");
  for (int k = 0; list && visible && k < list->n_args; k++)
    icon_take_primitive(r, list->arg[k]);
}

static const char *icon_last_name(const char *full_name)
{
  const char *dot = strrchr(full_name, '.');
  return dot ? dot + 1 : full_name;
}

const Icon *icon_read(const Flattening *f, InstClass *class_def,
                      Instance *instance, const char *name)
{
  assert(instance);
  if (!class_def || class_def->kind != CLASS_WRITTEN) return NULL;
  Attempt attempt;
  scope_try(&attempt, f);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Icon *icon = arena_alloc(f->s->session_arena, sizeof *icon);
  *icon = (Icon){.extent = icon_default_box};
  IconReading r = {
      .place = {.f = &attempt.f,
                .instance = instance,
                .class_name = icon_last_name(class_def->full_name)},
      .arena = f->s->session_arena,
      .icon = icon,
      .map = icon_same};
  r.place.name = name ? name : r.place.class_name;
  ClassPart *part = lookup_first_part(attempt.f.lookup, class_def);
  r.place.context = lookup_context(part);
  icon_extent(&r, part, &icon->extent);
  icon_add_layers(&r, part, true);
  arena_release(mark);
  return icon->n_items > 0 ? icon : NULL;
}
