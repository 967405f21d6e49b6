/* icon_raster.h: areas on a grid of pixels.
 *
 * A pixel is covered as far as the area covers it: ICON_SUBLINES lines are drawn
 * through each row, and the covered part of each line is exact.
 */
#ifndef FOUCAULT_FACE_ICON_RASTER_H
#define FOUCAULT_FACE_ICON_RASTER_H

#include "face/icon_outline.h"

enum { ICON_SUBLINES = 4 };

/* Row by row from above; red, green, blue and opacity from 0 to 1, the colors
 * multiplied by the opacity. */
typedef struct IconCanvas {
  Arena *arena;
  int width, height;
  float *pixel; /* [height * width * 4] */
} IconCanvas;

/* The color of a point, in pixels from the upper left corner. */
typedef IconColor IconPaint(const void *context, double x, double y);

IconCanvas icon_canvas(Arena *arena, int width, int height);
/* Covers what was there. The outline is in pixels, y downwards. */
void icon_raster_fill(IconCanvas *canvas, const IconOutline *area,
                      IconPaint *paint, const void *context);
/* 4 bytes per pixel, not multiplied. */
unsigned char *icon_raster_bytes(const IconCanvas *canvas);

#endif
