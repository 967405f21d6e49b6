/* report.h: what every command says in the same words. */
#ifndef FOUCAULT_REPORT_REPORT_H
#define FOUCAULT_REPORT_REPORT_H

#include "base/session.h"
#include "base/text/json_text.h"

/* The key "diagnostics" with its list: severity, code, file, line, column,
 * message, notes. Flushes what is held back, so that stderr is complete. */
void report_diagnostics(JsonWriter *w, Session *s);

/* A stranger's text for the terminal: control characters replaced; in the
 * scratch arena. */
const char *report_clean(Session *s, const char *text);

/* "1 equation", "2 equations": the counted word in the scratch arena. */
const char *report_count(Session *s, long n, const char *word);

#endif
