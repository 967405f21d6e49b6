/* lint_place.h: which places are reported: the user's, each once for a rule. */
#ifndef FOUCAULT_LINT_LINT_PLACE_H
#define FOUCAULT_LINT_LINT_PLACE_H

#include "base/session.h"
#include "flatten/flat/flat.h"

/* Spans that have been reported, by code: a set of numbers. */
typedef struct LintSeen {
  uint64_t *key; /* 0: free */
  int n, cap;    /* a power of two */
} LintSeen;

typedef struct Lint {
  Session *s;
  const FlatModel *flat;
  Arena *arena; /* for what one run needs */
  LintSeen seen;
} Lint;

/* Is there a place that is the user's, and new? Then it is noted. */
bool lint_is_new(Lint *lint, Span span, DiagnosticCode code);
/* Notes it without a report: elements of an array have one place. */
void lint_pass_over(Lint *lint, Span span, DiagnosticCode code);

#endif
