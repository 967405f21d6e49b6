/* text_rows.c: literals and lines of a table of texts. */
#include "emit/text/text_rows.h"

#include <assert.h>
#include <string.h>

#include "emit/text/c_text.h"

enum {
  LITERAL_LENGTH = 3000, /* C99 promises 4095 in one literal */
  LINE_WIDTH = 79
};

void text_rows_put(TextRows *t, const char *text)
{
  assert(text[0]); /* an empty one would end the row */
  size_t length = strlen(text), written = length + strlen(" \"\" \"\\0\"");
  if (t->n_texts++ == 0) {
    fprintf(t->out, "static const char *const %s[] = {\n ", t->name);
    t->column = 1;
  }
  if (t->length > LITERAL_LENGTH) {
    fputs(",\n ", t->out);
    t->length = 0;
    t->column = 1;
  } else if (t->column > 1 && t->column + written > LINE_WIDTH) {
    fputs("\n ", t->out);
    t->column = 1;
  }
  putc(' ', t->out);
  c_text_string(t->out, text);
  fputs(" \"\\0\"", t->out);
  t->length += length + 1;
  t->column += written;
}

bool text_rows_end(TextRows *t)
{
  if (t->n_texts == 0) return false;
  fputs(",\n  0};\n\n", t->out);
  return true;
}
