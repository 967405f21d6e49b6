/* icon_raster.c: line by line; what has a winding number is inside. */
#include "face/icon_raster.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Where the border of the area crosses a line, and whether it goes up. */
typedef struct RasterCrossing {
  double x;
  int turn;
} RasterCrossing;

typedef struct RasterLine {
  RasterCrossing *crossing; /* one for each side of the area */
  int n;
  float *cover; /* [width] */
} RasterLine;

IconCanvas icon_canvas(Arena *arena, int width, int height)
{
  assert(width > 0 && height > 0);
  size_t n = (size_t)width * (size_t)height * 4;
  return (IconCanvas){arena, width, height,
                      arena_array(arena, n, sizeof(float))};
}

static int raster_compare(const void *a, const void *b)
{
  double x = ((const RasterCrossing *)a)->x, y = ((const RasterCrossing *)b)->x;
  return (x > y) - (x < y);
}

static void raster_cross(RasterLine *line, IconPoint a, IconPoint b, double y)
{
  int turn = a.y < b.y ? 1 : -1;
  if (turn < 0) {
    IconPoint swap = a;
    a = b;
    b = swap;
  }
  if (!(a.y <= y && y < b.y)) return;
  double x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
  line->crossing[line->n++] = (RasterCrossing){x, turn};
}

static void raster_collect(RasterLine *line, const IconOutline *area, double y)
{
  line->n = 0;
  int begin = 0;
  for (int k = 0; k < area->n_loops; begin = area->end[k++]) {
    for (int i = begin; i < area->end[k]; i++) {
      int next = i + 1 < area->end[k] ? i + 1 : begin;
      raster_cross(line, area->point[i], area->point[next], y);
    }
  }
  qsort(line->crossing, (size_t)line->n, sizeof line->crossing[0],
        raster_compare);
}

/* The part of each pixel between the two places. */
static void raster_span(RasterLine *line, int width, double from, double to)
{
  from = fmax(from, 0);
  to = fmin(to, width);
  if (!(from < to)) return;
  for (int x = (int)from; x < to && x < width; x++) {
    double part = fmin(to, x + 1) - fmax(from, x);
    line->cover[x] += (float)(part / ICON_SUBLINES);
  }
}

static void raster_line(RasterLine *line, const IconOutline *area, int width,
                        double y)
{
  raster_collect(line, area, y);
  int winding = 0;
  for (int k = 0; k + 1 < line->n; k++) {
    winding += line->crossing[k].turn;
    if (winding != 0)
      raster_span(line, width, line->crossing[k].x, line->crossing[k + 1].x);
  }
}

static void raster_blend(IconCanvas *canvas, RasterLine *line, int y,
                         IconPaint *paint, const void *context)
{
  float *pixel = canvas->pixel + (size_t)y * (size_t)canvas->width * 4;
  for (int x = 0; x < canvas->width; x++, pixel += 4) {
    float part = line->cover[x] < 1 ? line->cover[x] : 1;
    line->cover[x] = 0;
    if (part <= 0) continue;
    IconColor c = paint(context, x + 0.5, y + 0.5);
    const float full[4] = {c.r / 255.0F, c.g / 255.0F, c.b / 255.0F, 1};
    for (int k = 0; k < 4; k++)
      pixel[k] = part * full[k] + (1 - part) * pixel[k];
  }
}

/* The rows that the area reaches. */
static void raster_rows(const IconCanvas *canvas, const IconOutline *area,
                        int *first, int *end)
{
  double low = canvas->height, high = 0;
  for (int k = 0; k < area->n_points; k++) {
    low = fmin(low, area->point[k].y);
    high = fmax(high, area->point[k].y);
  }
  *first = (int)fmax(floor(low), 0);
  *end = (int)fmin(ceil(high), canvas->height);
}

void icon_raster_fill(IconCanvas *canvas, const IconOutline *area,
                      IconPaint *paint, const void *context)
{
  ArenaMark mark = arena_mark(canvas->arena);
  RasterLine line = {.crossing =
                         arena_array(canvas->arena, (size_t)area->n_points + 1,
                                     sizeof line.crossing[0]),
                     .cover = arena_array(canvas->arena, (size_t)canvas->width,
                                          sizeof line.cover[0])};
  int first, end;
  raster_rows(canvas, area, &first, &end);
  for (int y = first; y < end; y++) {
    for (int k = 0; k < ICON_SUBLINES; k++)
      raster_line(&line, area, canvas->width, y + (k + 0.5) / ICON_SUBLINES);
    raster_blend(canvas, &line, y, paint, context);
  }
  arena_release(mark);
}

unsigned char *icon_raster_bytes(const IconCanvas *canvas)
{
  size_t n = (size_t)canvas->width * (size_t)canvas->height;
  unsigned char *bytes = arena_array(canvas->arena, n, 4);
  for (size_t k = 0; k < n; k++) {
    const float *pixel = canvas->pixel + 4 * k;
    float opacity = pixel[3];
    for (int i = 0; i < 3 && opacity > 0; i++) {
      float value = pixel[i] / opacity;
      bytes[4 * k + (size_t)i] = (unsigned char)lroundf(255 * fminf(value, 1));
    }
    bytes[4 * k + 3] = (unsigned char)lroundf(255 * fminf(opacity, 1));
  }
  return bytes;
}
