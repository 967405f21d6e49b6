/* diagnostic.h: what is reported to the user about the model, with its place.
 *
 * A diagnostic has a stable code, a severity, a span and notes. It is kept in
 * the session (for --json) and printed to stderr when it is reported:
 *
 *   rope.mo:14:3: error E301: 3 equations for 2 unknowns (x, y)
 *      14 |   x^2 + y^2 = L^2;
 *         |   ^~~~~~~~~~~~~~~
 *   note: ...
 *
 * Codes: E1xx files and syntax, E2xx names, types and flattening, E3xx
 * equations, index and blocks, E4xx initialization, E5xx writing the FMU,
 * E6xx reading and running FMUs. Warnings are W and the same hundreds; W7xx are
 * those of lint.
 * generator/base/diagnostic_codes.def is the list of all of them.
 */
#ifndef FOUCAULT_BASE_DIAGNOSTIC_H
#define FOUCAULT_BASE_DIAGNOSTIC_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/source_text.h"

struct Session;

/* One enumerator per line of the list: DIAGNOSTIC_CODE(E301, "text"). */
typedef enum DiagnosticCode {
#define DIAGNOSTIC_CODE(code, title) code,
#include "base/diagnostic_codes.def"
#undef DIAGNOSTIC_CODE
  N_DIAGNOSTIC_CODES
} DiagnosticCode;

typedef enum Severity { SEVERITY_WARNING, SEVERITY_ERROR } Severity;

typedef struct DiagnosticNote {
  Span span; /* NO_SPAN: text only */
  const char *text;
} DiagnosticNote;

typedef struct Diagnostic {
  Severity severity;
  DiagnosticCode code;
  Span span;        /* NO_SPAN: the message stands alone or after `file` */
  const char *file; /* for messages about a file as a whole, or NULL */
  const char *message;
  DiagnosticNote *note;
  int n_notes, cap_notes;
  bool is_of_a_part; /* it may be none where the model is a part of others */
} Diagnostic;

/* Each returns the diagnostic, so that notes can be added to it; it is
 * printed when the next one is reported or diagnostic_flush() is called.
 * The pointer is good until then. The 100th error of a run is the last one
 * printed; counting continues. */
Diagnostic *diagnostic_error(struct Session *s, Span span, DiagnosticCode code,
                             const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diagnostic *diagnostic_warning(struct Session *s, Span span,
                               DiagnosticCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* About a whole file (missing, too large, cannot be written). */
Diagnostic *diagnostic_file_error(struct Session *s, const char *file,
                                  DiagnosticCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diagnostic *diagnostic_file_warning(struct Session *s, const char *file,
                                    DiagnosticCode code, const char *format,
                                    ...) __attribute__((format(printf, 4, 5)));
void diagnostic_note(struct Session *s, Diagnostic *d, Span span,
                     const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Prints one of the session's diagnostics once more. */
void diagnostic_print(struct Session *s, const Diagnostic *d);
/* Prints what is still held back. */
void diagnostic_flush(struct Session *s);

/* The code of this name; N_DIAGNOSTIC_CODES: there is none. */
DiagnosticCode diagnostic_code_find(const char *name);
const char *diagnostic_code_name(DiagnosticCode code);  /* "E301" */
const char *diagnostic_code_title(DiagnosticCode code); /* one line */

#endif
