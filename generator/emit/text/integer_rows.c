/* integer_rows.c: separators and digits, gathered. */
#include "emit/text/integer_rows.h"

#include <assert.h>
#include <string.h>

#include "base/text/integer_text.h"

enum { LONGEST = 64 }; /* bytes that come with one integer */

static void integer_rows_flush(IntegerRows *rows)
{
  fwrite(rows->part, 1, rows->n_part, rows->out);
  rows->n_part = 0;
}

static void integer_rows_put_text(IntegerRows *rows, const char *text, size_t n)
{
  assert(rows->n_part + n <= sizeof rows->part);
  memcpy(rows->part + rows->n_part, text, n);
  rows->n_part += n;
}

void integer_rows_put(IntegerRows *rows, int value)
{
  assert(rows->per_line > 0);
  if (rows->n_part + LONGEST > sizeof rows->part) integer_rows_flush(rows);
  int k = rows->n_integers++;
  if (k == 0) {
    integer_rows_put_text(rows, rows->begin, strlen(rows->begin));
  } else if (k % rows->per_line == 0) {
    integer_rows_put_text(rows, ",\n  ", 4);
  } else {
    integer_rows_put_text(rows, ", ", 2);
  }
  rows->n_part += integer_text(value, rows->part + rows->n_part);
}

void integer_rows_end(IntegerRows *rows, const char *end)
{
  integer_rows_flush(rows);
  fputs(end, rows->out);
}
