/* integer_text.c: digits from the last to the first. */
#include "base/integer_text.h"

#include <string.h>

size_t integer_text(long value, char *buffer)
{
  char digits[INTEGER_TEXT_SIZE];
  unsigned long left =
      value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
  char *end = digits + sizeof digits, *at = end;
  do {
    *--at = (char)('0' + left % 10);
    left /= 10;
  } while (left > 0);
  if (value < 0) *--at = '-';
  size_t n = (size_t)(end - at);
  memcpy(buffer, at, n);
  buffer[n] = '\0';
  return n;
}
