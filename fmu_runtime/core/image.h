/* image.h: the binary that this code is part of, as it lies in memory.
 *
 * Functions and constants lie at the same offsets of it in every process that
 * has loaded the same file. `id` is the linker's hash of the whole file.
 */
#ifndef FOUCAULT_IMAGE_H
#define FOUCAULT_IMAGE_H

#include "relocation.h"

enum { IMAGE_ID_SIZE = 20 };

typedef struct Image {
  Region region;
  unsigned char id[IMAGE_ID_SIZE]; /* shorter ones are filled up with 0 */
} Image;

/* False: the file does not say who it is. */
bool image_find(Image *image);

#endif
