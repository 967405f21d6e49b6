/* mutate_bytes.c: inputs that are not Modelica are changed by bytes, and by
 * runs of bytes of another input. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed)
{
  srand(seed);
  return LLVMFuzzerMutate(data, size, max_size);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                 const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t max_size, unsigned seed)
{
  srand(seed);
  size_t size = size1 < max_size ? size1 : max_size;
  memcpy(out, data1, size);
  if (size == 0 || size2 == 0) return size;
  size_t from = (size_t)rand() % size2, to = (size_t)rand() % size;
  size_t n = 1 + (size_t)rand() % 64;
  if (n > size2 - from) n = size2 - from;
  if (n > size - to) n = size - to;
  memcpy(out + to, data2 + from, n);
  return size;
}
