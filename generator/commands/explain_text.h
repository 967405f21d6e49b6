/* explain_text.h: the reduction of one model in words, for the terminal. */
#ifndef FOUCAULT_COMMANDS_EXPLAIN_TEXT_H
#define FOUCAULT_COMMANDS_EXPLAIN_TEXT_H

#include <stdio.h>

#include "flatten/flat.h"
#include "reduce/reduced.h"

void explain_text_print(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, FILE *out);

/* The source text of a span on one line, in the scratch arena. */
const char *explain_source(Session *s, Span span);

/* The text of an equation; where a combination took its place, that. */
const char *explain_equation(Session *s, const System *sys, EqId e);

#endif
