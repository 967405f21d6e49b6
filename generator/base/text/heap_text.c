/* heap_text.c: see heap_text.h. */
#include "base/text/heap_text.h"

#include <stdlib.h>
#include <string.h>

char *heap_text_copy(const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  if (copy) memcpy(copy, text, size);
  return copy;
}
