/* lsp_record.c: see lsp_record.h. The length has eight bytes. */
#include "lsp/document/lsp_record.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

void lsp_record(FILE *out, char kind, const char *bytes, size_t n)
{
  assert(out && (bytes || n == 0));
  uint64_t length = n;
  fputc(kind, out);
  fwrite(&length, sizeof length, 1, out);
  if (n > 0) fwrite(bytes, 1, n, out);
}

bool lsp_record_next(const char **at, const char *end, char *kind,
                     const char **bytes, size_t *n)
{
  uint64_t length;
  const char *p = *at;
  if ((size_t)(end - p) < 1 + sizeof length) return false;
  memcpy(&length, p + 1, sizeof length);
  p += 1 + sizeof length;
  if ((uint64_t)(end - p) < length) return false;
  *kind = **at;
  *bytes = p;
  *n = (size_t)length;
  *at = p + length;
  return true;
}
