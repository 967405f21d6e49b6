/* fault.h: diagnostics of flattening, each fault once.
 *
 * A class is instantiated as often as it is used; a fault in its text is
 * still one fault. A second report of the same code at the same place is
 * dropped.
 *
 * The text alone does not tell which use of a class is wrong. So there is a
 * place: the component that is being made, and the modifiers whose values
 * were used for it. Each fault gets them as its last notes.
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FAULT_H
#define FOUCAULT_FLATTEN_FLAT_FAULT_H

#include "base/session.h"

typedef struct FaultKey {
  Span span;
  int code; /* + 1; 0: free */
} FaultKey;

struct Instance;

#define FAULT_MODIFIERS 3 /* more of them are not shown */

/* A value that was given from outside of the component. */
typedef struct FaultModifier {
  Name path; /* of what is modified */
  Span span;
} FaultModifier;

typedef struct FaultPlace {
  const struct Instance *component; /* in whose class the text is; NULL or a
                                       root: of no component */
  FaultModifier modifier[FAULT_MODIFIERS];
  int n_modifiers;
} FaultPlace;

/* What has been reported of one model, and where. */
typedef struct FaultLog {
  FaultPlace place;
  int n_met; /* errors that were not dropped, reported now or before */
  const Diagnostic *last; /* with n_place_notes at its end */
  int n_place_notes;
  FaultKey *seen; /* open addressing */
  uint32_t n_slots, n_seen;
} FaultLog;

/* The first fault about sizes or subscripts of a text whose branches are not
 * chosen yet (expressions/held_branch.h). */
typedef struct HeldFault {
  bool is_set;
  Span span;
  DiagnosticCode code;
  const char *text; /* in the session's instance arena */
} HeldFault;

/* What becomes of a fault. Who only tries something makes a copy that is
 * quiet (instances/scope.h) and passes that down. */
typedef struct Faults {
  Session *s;
  FaultLog *log;
  bool is_quiet;       /* something is only tried, nothing is reported */
  bool may_be_unknown; /* E205 is not reported */
  HeldFault *held;     /* takes E213 and E215; NULL: they are reported */
} Faults;

/* In the session's instance arena. */
const Faults *fault_create(Session *s);

/* What fails now is not reported, or not yet: nothing follows from it, and who
 * reports finds it once more. */
bool fault_is_unheard(const Faults *faults);

/* The diagnostic, or NULL when it was reported before. */
Diagnostic *fault_error(const Faults *faults, Span span, DiagnosticCode code,
                        const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diagnostic *fault_warning(const Faults *faults, Span span, DiagnosticCode code,
                          const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Was this said of the place before? What follows from it need not be said. */
bool fault_was_reported(const Faults *faults, Span span, DiagnosticCode code);
/* The text belongs to a library and not to the model that is translated: the
 * user cannot mend it, so that a rule that it breaks is a warning (W210) where
 * what is meant is clear. */
bool fault_is_in_library(const Faults *faults, Span span);
/* The same for a text that was found in a library's folder, even if it is that
 * of the model: it was not written for this run. */
bool fault_is_from_library(const Faults *faults, Span span);
/* Before the notes of the place. Does nothing without a diagnostic. */
void fault_note(const Faults *faults, Diagnostic *d, Span span,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
/* "<construct> is not supported yet" (E290). */
Diagnostic *fault_unsupported(const Faults *faults, Span span,
                              const char *construct);

/* Everything until fault_leave() happens there; gives the place before. */
FaultPlace fault_enter(const Faults *faults, const struct Instance *component);
void fault_leave(const Faults *faults, const FaultPlace *before);
/* A value from a modifier is used at this place. */
void fault_use_modifier(const Faults *faults, Name path, Span span);

#endif
