/* icon_png.h: an icon as a PNG picture.
 *
 * gives   the bytes of a picture of the box whose longer side has this many
 *         pixels, with a transparent ground; the same bytes for the same icon.
 *         Texts have letters of their own (icon_glyphs.h). Bitmaps of the icon
 *         are not in it: the SVG picture has them.
 * cost    a picture of 400 x 400 takes some milliseconds
 */
#ifndef FOUCAULT_FACE_ICON_PNG_H
#define FOUCAULT_FACE_ICON_PNG_H

#include <stddef.h>

#include "face/icon.h"

typedef struct IconBytes {
  unsigned char *bytes;
  size_t size;
} IconBytes;

IconBytes icon_png(Arena *arena, const Icon *icon, IconBox box, int pixels);

#endif
