/* explain_text.h: the reduction of one model in words, for the terminal. */
#ifndef FOUCAULT_REPORT_EXPLAIN_TEXT_H
#define FOUCAULT_REPORT_EXPLAIN_TEXT_H

#include <stdio.h>

#include "flatten/flat/flat.h"
#include "reduce/system/reduced.h"

void explain_text_print(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, FILE *out);

/* The source text of a span on one line, in the scratch arena. */
const char *explain_source(Session *s, Span span);

/* The text of an equation; where a combination took its place, that. */
const char *explain_equation(Session *s, const System *sys, EqId e);

/* The text of an equation as it was when the combination was made; several
 * equations come from one connect statement, so there it is the equation. */
const char *explain_term(Session *s, const System *sys, const Combination *c,
                         EqId e);

#endif
