/* icon_glyphs.h: letters as lines, for pictures without fonts.
 *
 * ASCII has its own shapes; any other letter is a box.
 */
#ifndef FOUCAULT_FACE_ICON_GLYPHS_H
#define FOUCAULT_FACE_ICON_GLYPHS_H

#include "face/icon_outline.h"

/* The width of the text whose letters have height 1 (from the lowest point of a
 * "g" to the top of an "h"). */
double icon_glyphs_width(const char *text);
/* The lines of its letters; the base line begins at {0, 0} and goes right. Each
 * loop is one open line. */
IconOutline icon_glyphs(Arena *arena, const char *text, const IconMap *to);

#endif
