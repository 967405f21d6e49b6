/* reduced_print.h: the reduced system as stable text, for --dump and tests. */
#ifndef FOUCAULT_REDUCE_REDUCED_PRINT_H
#define FOUCAULT_REDUCE_REDUCED_PRINT_H

#include <stdio.h>

#include "reduce/system/reduced.h"

void reduced_print(const ReducedSystem *reduced, FILE *out);

/* Parts of it, after the pass that has made them. */
void reduced_print_sequence(const ReducedSystem *reduced, const char *title,
                            const BlockSequence *sequence, FILE *out);
/* What is divided by: where a block checks it, and what is checked once. */
void reduced_print_divisors(const ReducedSystem *reduced, FILE *out);
/* How each block changes with what it holds, and the implicit form. */
void reduced_print_tangents(const ReducedSystem *reduced, FILE *out);
/* guess: ReducedBuild.guess */
void reduced_print_guesses(const ReducedSystem *reduced, const ExprId *guess,
                           FILE *out);
void reduced_print_assertions(const ReducedSystem *reduced, FILE *out);
void reduced_print_variables(const ReducedSystem *reduced, FILE *out);
void reduced_print_exposed(const ReducedSystem *reduced, FILE *out);
void reduced_print_scales(const ReducedSystem *reduced, FILE *out);
void reduced_print_tapes(const ReducedSystem *reduced, FILE *out);
void reduced_print_pattern(const ReducedSystem *reduced, FILE *out);

#endif
