/* check_report.h: findings for people, scripts and CI. */
#ifndef FOUCAULT_CHECK_CHECK_REPORT_H
#define FOUCAULT_CHECK_CHECK_REPORT_H

#include "base/text/json_text.h"
#include "check/rules/finding.h"

/* Grouped by topic, the worst first within each, a summary line at the end. */
void check_report_text(FILE *out, const char *path, const Findings *f,
                       bool color, bool quiet);
/* fmu, ok, findings [severity, rule, where, line, column, section, message,
 * mend]. */
void check_report_json(JsonWriter *w, const char *path, const Findings *f);
/* One test suite per FMU, one test case per rule that found something, and
 * one that passes when none did. */
void check_report_junit(FILE *out, const char *const *path, int n,
                        const Findings *f);
/* All rules with their explanations. */
void check_report_rules(FILE *out);

#endif
