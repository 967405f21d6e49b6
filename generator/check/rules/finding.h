/* finding.h: what the checker found, rule by rule.
 *
 * The room check/rules/ owns the findings and the rules that need no running
 * FMU. It calls fmu_file/, emit/package/ and base/. Reading order: rules.def,
 * this file, archive_rules.h, description_rules.h, binary_rules.h.
 *
 * A rule has a stable name, a severity, the section of the standard, what it
 * demands and how to mend an FMU that breaks it (rules.def). A finding is one
 * place where a rule is broken. Findings made in a child process come back as
 * bytes: finding_write() and findings_read() are inverse to each other.
 */
#ifndef FOUCAULT_CHECK_RULES_FINDING_H
#define FOUCAULT_CHECK_RULES_FINDING_H

#include <stdbool.h>
#include <stdio.h>

#include "base/session.h"

typedef enum FindingSeverity {
  FINDING_NOTE,
  FINDING_WARNING,
  FINDING_ERROR
} FindingSeverity;

typedef enum RuleId {
#define CHECK_RULE(id, name, severity, section, title, mend) id,
#include "check/rules/rules.def"
#undef CHECK_RULE
  N_RULES
} RuleId;

typedef struct Rule {
  const char *name;
  FindingSeverity severity;
  const char *section, *title, *mend;
} Rule;

const Rule *rule_of(RuleId id);
/* N_RULES: there is none of this name. */
RuleId rule_find(const char *name);
const char *severity_word(FindingSeverity severity);

typedef struct Finding {
  RuleId rule;
  const char *where; /* an entry of the archive, a call; never NULL */
  int line, column;  /* 0: none */
  const char *message;
  int version; /* of the FMU's FMI, 0: not known */
} Finding;

/* A place in a file of the archive. */
typedef struct FindingPlace {
  const char *where;
  int line, column;
} FindingPlace;

typedef struct Findings {
  Session *s; /* everything is in its session arena */
  Finding *item;
  int n, cap;
  int version; /* of FMI, how calls are spelled; 0: as 2.0 */
  FILE *echo;  /* every finding is written there at once; NULL: nowhere */
  bool ignore[N_RULES];
  int n_of_rule[N_RULES]; /* found, also those beyond MOST_OF_RULE */
} Findings;

enum { MOST_OF_RULE = 20 }; /* kept of one rule; the others are counted */

/* Returns false, for `return finding_add(...)`. */
bool finding_add(Findings *f, RuleId rule, FindingPlace place,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Without a line: `where` is an entry or a call. */
bool finding_at(Findings *f, RuleId rule, const char *where, const char *format,
                ...) __attribute__((format(printf, 4, 5)));

/* The section of the standard of the FMU's version; in the arena or static. */
const char *finding_section(const Finding *finding, Arena *arena);

int findings_count(const Findings *f, FindingSeverity severity);

void finding_write(FILE *out, const Finding *finding);
/* Adds what finding_write() wrote; anything else in the bytes (an FMU may
 * have written there) is left out. */
void findings_read(Findings *f, const char *bytes, size_t length);

#endif
