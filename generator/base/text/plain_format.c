/* plain_format.c: one pass over the format, one copy a piece. */
#include "base/text/plain_format.h"

#include <stdbool.h>
#include <string.h>

#include "base/text/integer_text.h"

typedef struct Text {
  char *at, *end; /* of the room, without the terminating zero */
} Text;

static bool plain_format_put(Text *text, const char *bytes, size_t n)
{
  if (n > (size_t)(text->end - text->at)) return false;
  memcpy(text->at, bytes, n);
  text->at += n;
  return true;
}

static bool plain_format_put_integer(Text *text, int value)
{
  char digits[INTEGER_TEXT_SIZE];
  size_t n = integer_text(value, digits);
  return plain_format_put(text, digits, n);
}

/* At most `most` bytes of a text that need not end there. What is said where
 * there is none is not for us to know. */
static bool put_part(Text *text, const char *from, int most)
{
  if (!from) return false;
  if (most < 0) return plain_format_put(text, from, strlen(from));
  const char *zero = memchr(from, '\0', (size_t)most);
  return plain_format_put(text, from,
                          zero ? (size_t)(zero - from) : (size_t)most);
}

/* One directive after its %; where the format continues, NULL: it does not. */
static const char *put_argument(Text *text, const char *format, va_list *args)
{
  bool ok = false;
  if (strncmp(format, ".*s", 3) == 0) {
    int most = va_arg(*args, int);
    ok = put_part(text, va_arg(*args, const char *), most);
    return ok ? format + 3 : NULL;
  }
  switch (*format) {
  case 's': ok = put_part(text, va_arg(*args, const char *), -1); break;
  case 'd': ok = plain_format_put_integer(text, va_arg(*args, int)); break;
  case 'c':
    ok = plain_format_put(text, &(char){(char)va_arg(*args, int)}, 1);
    break;
  case '%': ok = plain_format_put(text, "%", 1); break;
  default: break;
  }
  return ok ? format + 1 : NULL;
}

int plain_format(char *to, size_t room, const char *format, va_list args)
{
  if (room == 0) return -1;
  Text text = {to, to + room - 1};
  va_list rest; /* an array on some machines: no address of a parameter */
  va_copy(rest, args);
  while (format && *format) {
    if (*format == '%') {
      format = put_argument(&text, format + 1, &rest);
    } else if (text.at < text.end) {
      *text.at++ = *format++;
    } else {
      format = NULL;
    }
  }
  va_end(rest);
  *text.at = '\0';
  return format ? (int)(text.at - to) : -1;
}
