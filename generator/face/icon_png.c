/* icon_png.c: draws the items one after the other. */
#include "face/icon_png.h"

#include <assert.h>
#include <math.h>

#include "face/icon_glyphs.h"
#include "face/icon_raster.h"
#include "face/png_write.h"

typedef struct IconDrawing {
  Arena *arena;
  IconCanvas canvas;
  IconMap to_pixels;
  double scale;     /* pixels per unit */
  IconPoint corner; /* the upper left one, in units */
} IconDrawing;

/* --- colors --- */

static IconColor draw_one_color(const void *context, double x, double y)
{
  (void)x;
  (void)y;
  return *(const IconColor *)context;
}

typedef struct DrawnFill {
  const IconDrawing *drawing;
  const IconItem *item;
} DrawnFill;

static IconColor draw_mix(IconColor a, IconColor b, double part)
{
  part = fmin(fmax(part, 0), 1);
  return (IconColor){(unsigned char)lround(a.r + part * (b.r - a.r)),
                     (unsigned char)lround(a.g + part * (b.g - a.g)),
                     (unsigned char)lround(a.b + part * (b.b - a.b))};
}

/* Coordinates in the frame: 1 at its sides. */
static IconPoint draw_in_frame(const IconFrame *f, IconPoint p)
{
  double x = p.x - f->center.x, y = p.y - f->center.y;
  double area = f->right.x * f->up.y - f->right.y * f->up.x;
  if (area == 0) return (IconPoint){0, 0};
  return (IconPoint){(x * f->up.y - y * f->up.x) / area,
                     (y * f->right.x - x * f->right.y) / area};
}

/* How far a pixel is covered by the lines of a hatch. */
static double draw_hatch(const IconDrawing *d, double along)
{
  double at = along / ICON_HATCH, half = ICON_HATCH_LINE / 2;
  double distance = fabs(at - round(at)) * ICON_HATCH;
  return fmin(fmax((half - distance) * d->scale + 0.5, 0), 1);
}

/* From the fill color (0) to the line color (1). */
static double draw_fill_part(const IconDrawing *d, const IconItem *item,
                             IconPoint p)
{
  IconPoint q = draw_in_frame(&item->frame, p);
  double rising = (p.x - p.y) / sqrt(2), falling = (p.x + p.y) / sqrt(2);
  switch (item->fill_pattern) {
  case ICON_FILL_NONE:
  case ICON_FILL_SOLID: break;
  case ICON_FILL_HORIZONTAL: return draw_hatch(d, p.y);
  case ICON_FILL_VERTICAL: return draw_hatch(d, p.x);
  case ICON_FILL_CROSS: return fmax(draw_hatch(d, p.x), draw_hatch(d, p.y));
  case ICON_FILL_FORWARD: return draw_hatch(d, rising);
  case ICON_FILL_BACKWARD: return draw_hatch(d, falling);
  case ICON_FILL_CROSS_DIAG:
    return fmax(draw_hatch(d, rising), draw_hatch(d, falling));
  case ICON_FILL_HORIZONTAL_CYLINDER: return fabs(q.y);
  case ICON_FILL_VERTICAL_CYLINDER: return fabs(q.x);
  case ICON_FILL_SPHERE:
    return hypot(q.x, q.y) / (item->is_ellipse ? 1 : sqrt(2));
  }
  return 0;
}

static IconColor draw_fill_color(const void *context, double x, double y)
{
  const DrawnFill *fill = context;
  const IconDrawing *d = fill->drawing;
  IconPoint p = {d->corner.x + x / d->scale, d->corner.y - y / d->scale};
  return draw_mix(fill->item->fill, fill->item->line,
                  draw_fill_part(d, fill->item, p));
}

/* --- items --- */

static void draw_stroke(IconDrawing *d, const IconItem *item,
                        const IconOutline *line)
{
  double dash[6];
  int n = icon_dashes(item, dash);
  for (int k = 0; k < n; k++) dash[k] *= d->scale;
  double width = fmax(icon_width(item) * d->scale, 1);
  IconOutline area =
      icon_outline_stroke(d->arena, line, item->path.is_closed, width, dash, n);
  icon_raster_fill(&d->canvas, &area, draw_one_color, &item->line);
}

static void draw_shape(IconDrawing *d, const IconItem *item)
{
  IconOutline line = icon_outline_path(d->arena, &item->path, &d->to_pixels);
  DrawnFill fill = {d, item};
  if (item->fill_pattern != ICON_FILL_NONE && item->path.is_closed)
    icon_raster_fill(&d->canvas, &line, draw_fill_color, &fill);
  if (item->pattern != ICON_PATTERN_NONE) draw_stroke(d, item, &line);
}

static double draw_text_left(const IconItem *item, double width)
{
  double half = hypot(item->frame.right.x, item->frame.right.y);
  switch (item->align) {
  case ICON_LEFT: return -half;
  case ICON_RIGHT: return half - width;
  case ICON_CENTER: break;
  }
  return -width / 2;
}

/* The middle of capitals is the middle of the frame. */
static void draw_text(IconDrawing *d, const IconItem *item)
{
  double size = icon_text_size(item);
  if (!(size > 0)) return;
  IconFrame f = icon_text_frame(item);
  double room = 2 * hypot(item->frame.right.x, item->frame.right.y);
  double width = icon_glyphs_width(item->text) * size;
  if (item->font_size <= 0 && room > 0 && width > room) {
    size *= room / width;
    width = room;
  }
  IconMap in_frame = {size, item->italic ? 0.2 * size : 0, 0,
                      size, draw_text_left(item, width),   -0.35 * size};
  IconMap placed = {f.right.x, f.up.x,     f.right.y,
                    f.up.y,    f.center.x, f.center.y};
  IconMap to = icon_then(&in_frame, &placed);
  to = icon_then(&to, &d->to_pixels);
  IconOutline line = icon_glyphs(d->arena, item->text, &to);
  double pen = fmax(size * d->scale * (item->bold ? 0.13 : 0.08), 1);
  IconOutline area = icon_outline_stroke(d->arena, &line, false, pen, NULL, 0);
  icon_raster_fill(&d->canvas, &area, draw_one_color, &item->line);
}

static int draw_pixels(double length, double scale)
{
  return (int)fmax(1, ceil(length * scale - 1e-6));
}

IconBytes icon_png(Arena *arena, const Icon *icon, IconBox box, int pixels)
{
  assert(!icon_is_empty(box) && pixels > 0);
  double width = box.high.x - box.low.x, height = box.high.y - box.low.y;
  double scale = pixels / fmax(width, height);
  IconDrawing d = {.arena = arena,
                   .canvas = icon_canvas(arena, draw_pixels(width, scale),
                                         draw_pixels(height, scale)),
                   .to_pixels = {scale, 0, 0, -scale, -scale * box.low.x,
                                 scale * box.high.y},
                   .scale = scale,
                   .corner = {box.low.x, box.high.y}};
  for (int k = 0; k < icon->n_items; k++) {
    const IconItem *item = &icon->item[k];
    switch (item->kind) {
    case ICON_SHAPE: draw_shape(&d, item); break;
    case ICON_TEXT: draw_text(&d, item); break;
    case ICON_IMAGE: break;
    }
  }
  return png_write(arena, icon_raster_bytes(&d.canvas), d.canvas.width,
                   d.canvas.height);
}
