/* build_check.h: what each pass over a ReducedBuild guarantees; aborts where
 * it does not hold. In the order of reduced_build.h. Called in debug builds
 * and in tests; reduced_check.h looks at the result as a whole. */
#ifndef FOUCAULT_REDUCE_BUILD_CHECK_H
#define FOUCAULT_REDUCE_BUILD_CHECK_H

#include "reduce/reduced_build.h"

/* Each reinit() sets a state outside of selection sets. */
void build_check_reinits(const ReducedBuild *b);
/* No variable is computed twice by one of the sequences that are made, and
 * entries of Jacobians lie inside of their blocks. */
void build_check_blocks(const ReducedBuild *b);
/* A guess is for what has no start value. */
void build_check_guesses(const ReducedBuild *b);
/* Values have a slot of their type; states and derivatives are Reals. */
void build_check_variables(const ReducedBuild *b);
/* What FMI needs is not hidden. */
void build_check_exposed(const ReducedBuild *b);
/* Rows of a column rise, and columns of one colour share no row. */
void build_check_pattern(const ReducedBuild *b);

#endif
