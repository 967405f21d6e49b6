/* fault.h: diagnostics of flattening, each fault once.
 *
 * A class is instantiated as often as it is used; a fault in its text is
 * still one fault. A second report of the same code at the same place is
 * dropped.
 */
#ifndef FOUCAULT_FLATTEN_FAULT_H
#define FOUCAULT_FLATTEN_FAULT_H

#include "base/session.h"

typedef struct FaultKey {
  Span span;
  int code; /* + 1; 0: free */
} FaultKey;

typedef struct Faults {
  Session *s;
  FaultKey *seen; /* open addressing */
  uint32_t n_slots, n_seen;
} Faults;

Faults *fault_create(Session *s);

/* The diagnostic, or NULL when it was reported before. */
Diagnostic *fault_error(Faults *faults, Span span, DiagnosticCode code,
                        const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diagnostic *fault_warning(Faults *faults, Span span, DiagnosticCode code,
                          const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Does nothing without a diagnostic. */
void fault_note(Faults *faults, Diagnostic *d, Span span, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
/* "<construct> is not supported yet" (E290). */
Diagnostic *fault_unsupported(Faults *faults, Span span, const char *construct);

#endif
