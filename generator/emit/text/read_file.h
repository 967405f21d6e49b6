/* read_file.h: a whole file in memory. */
#ifndef FOUCAULT_EMIT_TEXT_READ_FILE_H
#define FOUCAULT_EMIT_TEXT_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct FileBytes {
  char *bytes; /* in the arena, with a zero after the last byte */
  size_t size;
} FileBytes;

/* False if the file cannot be read; errno says why. */
bool read_file(Arena *arena, const char *path, FileBytes *file);

#endif
