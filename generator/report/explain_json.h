/* explain_json.h: the reduction of one model for scripts (docs/json.md). */
#ifndef FOUCAULT_REPORT_EXPLAIN_JSON_H
#define FOUCAULT_REPORT_EXPLAIN_JSON_H

#include <stdio.h>

#include "compile.h"

/* `r` NULL: the model was refused, and the diagnostics are all there is. */
void explain_json_print(Session *s, const ReducedSystem *r,
                        const CompileReport *report, FILE *out);

#endif
