/* text_rows.h: many short texts as one constant of C.
 *
 *   static const char *const continuous_divisor[] = {
 *     "first" "\0" "second" "\0",
 *     "third" "\0",
 *     0};
 *
 * Many of them lie in one literal, so that a large model needs few pointers;
 * fmu_runtime/core/text_rows.h reads them one after the other. No text is empty.
 */
#ifndef FOUCAULT_EMIT_TEXT_TEXT_ROWS_H
#define FOUCAULT_EMIT_TEXT_TEXT_ROWS_H

#include <stdbool.h>
#include <stdio.h>

/* A table while it is written; give name and stream, the rest is zero. */
typedef struct TextRows {
  const char *name; /* of the constant */
  FILE *out;
  int n_texts;
  size_t length; /* of the literal at hand */
  size_t column; /* in the line at hand */
} TextRows;

void text_rows_put(TextRows *t, const char *text);
/* False: there are no texts, and no constant has been written. */
bool text_rows_end(TextRows *t);

#endif
