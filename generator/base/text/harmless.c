/* harmless.c: see harmless.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/text/harmless.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "base/text/utf8.h"

enum { PIECE = 4096 };
enum { LATIN_1 = 0xC2 }; /* U+0080 to U+00BF begin with it in UTF-8 */

bool harmless_is(uint32_t c)
{
  return !(c < 0x20 || (c >= 0x7F && c < 0xA0) ||
           (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x2069) || c == 0xFEFF);
}

static bool is_layout(uint32_t c)
{
  return c == '\n' || c == '\t';
}

/* Does the character at the front stay? It has *length bytes. */
static bool harmless_first(const char *text, size_t n, bool has_lines,
                           size_t *length)
{
  uint32_t c = 0;
  int decoded = utf8_decode(text, n, &c);
  *length = decoded > 0 ? (size_t)decoded : 1;
  assert(*length <= n);
  return decoded > 0 && (harmless_is(c) || (has_lines && is_layout(c)));
}

void harmless_copy(char *to, const char *from, bool has_lines)
{
  const char *end = from + strlen(from);
  while (from < end) {
    size_t n;
    if (harmless_first(from, (size_t)(end - from), has_lines, &n)) {
      memmove(to, from, n);
      to += n;
    } else {
      *to++ = '?';
    }
    from += n;
  }
  *to = '\0';
}

size_t harmless_put_first(FILE *out, const char *text, size_t n)
{
  size_t length;
  if (harmless_first(text, n, false, &length))
    fwrite(text, 1, length, out);
  else
    fputc('?', out);
  return length;
}

void harmless_put(FILE *out, const char *text)
{
  const char *end = text + strlen(text);
  while (text < end)
    text += harmless_put_first(out, text, (size_t)(end - text));
}

bool harmless_is_terminal(FILE *out)
{
  int descriptor = fileno(out);
  return descriptor >= 0 && isatty(descriptor);
}

void harmless_write(FILE *out, const char *bytes, size_t n)
{
  if (!harmless_is_terminal(out)) {
    fwrite(bytes, 1, n, out);
    return;
  }
  bool is_held = false;
  while (n > 0) {
    char clean[PIECE + 1];
    size_t piece = n < PIECE ? n : PIECE;
    fwrite(clean, 1, harmless_piece(&is_held, bytes, piece, clean), out);
    bytes += piece;
    n -= piece;
  }
}

size_t harmless_piece(bool *is_held, const char *bytes, size_t n, char *clean)
{
  size_t length = 0;
  for (size_t k = 0; k < n; k++) {
    unsigned char c = (unsigned char)bytes[k];
    bool is_second = *is_held && c >= 0x80 && c < 0xA0;
    if (*is_held && !is_second) clean[length++] = (char)LATIN_1;
    *is_held = c == LATIN_1;
    if (*is_held) continue;
    bool steers = is_second || ((c < 0x20 || c == 0x7F) && !is_layout(c));
    clean[length++] = steers ? '?' : bytes[k];
  }
  return length;
}
