/* pages.c: base/pages.h on Windows, whose heap has large sizes from the system,
 * zeroed, as mappings of their own. */
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

void *pages_get(size_t size)
{
  return calloc(1, size);
}

void pages_give_back(void *memory, size_t size)
{
  (void)size;
  free(memory);
}

void *pages_grow(void *memory, size_t old_size, size_t size)
{
  char *grown = pages_get(size);
  if (!grown) return NULL;
  memcpy(grown, memory, old_size);
  free(memory);
  return grown;
}
