/* lint_findings.h: what foucault lint has found, each place once, and how it is
 * written: as text, JSON or SARIF 2.1.0 (OASIS, for code hosts and editors). */
#ifndef FOUCAULT_COMMANDS_TEXT_LINT_FINDINGS_H
#define FOUCAULT_COMMANDS_TEXT_LINT_FINDINGS_H

#include <stdio.h>

#include "base/session.h"

typedef struct LintFinding {
  DiagnosticCode code;
  Severity severity;
  const char *path; /* NULL: no place */
  Place begin, end;
  const char *message;
} LintFinding;

/* In the session arena of `s`. */
typedef struct LintFindings {
  Session *s;
  LintFinding *item;
  int n_items, cap_items;
} LintFindings;

/* The diagnostics of a session, which is about to end: those that are new are
 * printed unless `is_silent`. */
void lint_findings_take(LintFindings *f, Session *from, bool is_silent);

void lint_findings_json(const LintFindings *f, FILE *out);
void lint_findings_sarif(const LintFindings *f, FILE *out);

#endif
