/* template.h: texts with holes, from the templates/ of the data folder.
 *
 * A hole is a word of capitals, digits and underscores between two @. It is
 * filled by the writer of that name. A hole alone on its line is replaced
 * together with its line break by whole lines, or by nothing.
 */
#ifndef FOUCAULT_EMIT_TEXT_TEMPLATE_H
#define FOUCAULT_EMIT_TEXT_TEMPLATE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/session.h"

typedef struct TemplateHole {
  const char *name; /* without the @ */
  /* Writes the value; NULL: `text` is the value. */
  void (*write)(void *context, FILE *out);
  void *context;
  const char *text;
} TemplateHole;

/* Reads DATA/templates/<name>; the text is in the session's arena. NULL after
 * E504. */
const char *template_read(Session *s, const char *data_folder,
                          const char *name);

/* Writes the text with all holes filled. False after E504 if the template and
 * the holes do not agree: an unknown one, or one that is missing. Errors of
 * `out` are left to ferror(). `name` is for the message. */
bool template_write(Session *s, const char *name, const char *text,
                    const TemplateHole *holes, int n_holes, FILE *out);

#endif
