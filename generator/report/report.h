/* report.h: what every command says in the same words.
 *
 * The room report/ describes what was done to a model, as text, JSON, HTML and
 * pictures. It reads the types of reduce/ and calls emit/text/, symbolic/ and
 * base/. Reading order: this file, explain_text.h, explain_json.h,
 * explain_html.h, picture.h, fmu_report.h (of FMUs, by fmu_file/).
 */
#ifndef FOUCAULT_REPORT_REPORT_H
#define FOUCAULT_REPORT_REPORT_H

#include "base/session.h"
#include "base/text/json_text.h"

/* The key "diagnostics" with its list: severity, code, file, line, column,
 * message, notes. Flushes what is held back, so that stderr is complete. */
void report_diagnostics(JsonWriter *w, Session *s);

/* A stranger's text for the terminal: base/text/harmless.h; in the scratch
 * arena. */
const char *report_clean(Session *s, const char *text);

/* "1 equation", "2 equations": the counted word in the scratch arena. */
const char *report_count(Session *s, long n, const char *word);

#endif
