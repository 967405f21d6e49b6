/* text_rows.h: texts that generated code holds in rows.
 *
 * Each element of a list holds strings, an empty one at its end; the list
 * ends with NULL.
 */
#ifndef FOUCAULT_TEXT_ROWS_H
#define FOUCAULT_TEXT_ROWS_H

#include <stddef.h>
#include <string.h>

typedef struct TextReader {
  const char *const *list;
  const char *at; /* the text at hand; NULL: there are no more */
} TextReader;

static inline void text_rows_settle(TextReader *reader)
{
  while (reader->at && reader->at[0] == '\0') reader->at = *++reader->list;
}

/* list may be NULL. */
static inline TextReader text_rows_begin(const char *const *list)
{
  TextReader reader = {list, list ? *list : NULL};
  text_rows_settle(&reader);
  return reader;
}

static inline void text_rows_next(TextReader *reader)
{
  reader->at += strlen(reader->at) + 1;
  text_rows_settle(reader);
}

#endif
