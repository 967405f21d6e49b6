/* integer_text.c: digits from the last to the first, two at a time. */
#include "base/text/integer_text.h"

#include <string.h>

static const char two_digits[] = "0001020304050607080910111213141516171819"
                                 "2021222324252627282930313233343536373839"
                                 "4041424344454647484950515253545556575859"
                                 "6061626364656667686970717273747576777879"
                                 "8081828384858687888990919293949596979899";

size_t integer_text(long value, char *buffer)
{
  char digits[INTEGER_TEXT_SIZE];
  unsigned long left =
      value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
  char *end = digits + sizeof digits, *at = end;
  for (; left >= 100; left /= 100) {
    at -= 2;
    memcpy(at, two_digits + 2 * (left % 100), 2);
  }
  *--at = two_digits[2 * left + 1];
  if (left >= 10) *--at = two_digits[2 * left];
  if (value < 0) *--at = '-';
  size_t n = (size_t)(end - at);
  memcpy(buffer, at, n);
  buffer[n] = '\0';
  return n;
}
