/* png_write.h: pixels as a PNG file (ISO/IEC 15948).
 *
 * Each row is written as its difference to the row above, so that the flat areas
 * of an icon are zeros; those are repeated by references of the deflate format
 * (RFC 1951, fixed codes). Nothing of a library is needed for it.
 */
#ifndef FOUCAULT_FACE_PNG_WRITE_H
#define FOUCAULT_FACE_PNG_WRITE_H

#include "face/icon_png.h"

/* pixel: rows from above, 4 bytes each: red, green, blue, opacity. */
IconBytes png_write(Arena *arena, const unsigned char *pixel, int width,
                    int height);

#endif
