/* carver.h: arrays that lie in one block of memory.
 *
 * The same code runs twice: with `block` NULL it adds up sizes, then, with a
 * block of that size, it hands out the pieces.
 */
#ifndef FOUCAULT_CARVER_H
#define FOUCAULT_CARVER_H

#include "runtime_assert.h"
#include <stddef.h>

typedef struct Carver {
  char *block;
  size_t used;
} Carver;

static inline void *carve(Carver *c, int count, size_t size)
{
  const size_t alignment = 16;
  RUNTIME_ASSERT(count >= 0);
  RUNTIME_ASSERT(c->used % alignment == 0);
  size_t at = c->used;
  size_t bytes = (size_t)count * size;
  c->used += (bytes + alignment - 1) / alignment * alignment;
  return c->block ? c->block + at : NULL;
}

#endif
