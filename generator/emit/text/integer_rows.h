/* integer_rows.h: the integers of a constant array of C, some in each line.
 *
 * Tables of large models hold dozens of integers an equation; they are put
 * together here and go to the stream in pieces.
 *
 *   IntegerRows rows = {.out = out, .begin = "{\n  ", .per_line = 12};
 *   for (int k = 0; k < n; k++) integer_rows_put(&rows, value[k]);
 *   integer_rows_end(&rows, "};\n");
 */
#ifndef FOUCAULT_EMIT_TEXT_INTEGER_ROWS_H
#define FOUCAULT_EMIT_TEXT_INTEGER_ROWS_H

#include <stddef.h>
#include <stdio.h>

/* An array while it is written; the fields before n_integers are given,
 * the rest is 0. */
typedef struct IntegerRows {
  FILE *out;
  const char *begin; /* written before the first integer; short */
  int per_line;
  int n_integers;
  size_t n_part; /* bytes not yet written */
  char part[1024];
} IntegerRows;

void integer_rows_put(IntegerRows *rows, int value);
/* `end` is written also where there were no integers. */
void integer_rows_end(IntegerRows *rows, const char *end);

#endif
