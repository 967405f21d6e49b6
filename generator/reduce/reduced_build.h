/* reduced_build.h: from the System to a ReducedSystem, step by step.
 *
 * Each step is a pass (passes.h): it runs once, in the order of this file.
 * What it takes from the scratch arena is given back when it ends.
 *
 * needs   all passes over the System are done
 * gives   block sequences, slots (value references), the list of variables
 *         with their FMI attributes, the pattern of the Jacobian
 * fails   E306, E308, E401, E402, and what expose.h reports
 * cost    linear
 */
#ifndef FOUCAULT_REDUCE_REDUCED_BUILD_H
#define FOUCAULT_REDUCE_REDUCED_BUILD_H

#include "reduce/system/reduced.h"
#include "reduce/system/start_point.h"

/* A ReducedSystem under construction. */
typedef struct ReducedBuild {
  Session *s;
  const System *sys;
  System *own; /* the same: initial.c may add assertions */
  Walk *walk;
  Arena *scratch, *arena;
  ReducedSystem *r; /* in the session's reduced arena */
  bool *pinned;     /* [n_vars] the start value is an initial condition */
  bool *guessed;    /* [n_vars] iterated for in the initial system */
  bool *kept;       /* [n_vars] discrete, keeps its start value at the start */
  ExprId *guess;    /* [n_vars] first value where no start is given; NO_EXPR */
  StartPoint *point;
} ReducedBuild;

/* Names, counts and the index; nothing else is built yet. In the session's
 * scratch arena. */
ReducedBuild *reduced_begin(Session *s, System *sys);

bool reduced_check_reinits(ReducedBuild *b);
bool reduced_plan_parameters(ReducedBuild *b);
bool reduced_plan_initial(ReducedBuild *b);
bool reduced_plan_continuous(ReducedBuild *b);
bool reduced_sort_divisors(ReducedBuild *b);
bool reduced_fill_tangents(ReducedBuild *b);
bool reduced_find_guesses(ReducedBuild *b);
/* No expression can be made after it. */
bool reduced_sort_assertions(ReducedBuild *b);
bool reduced_list_variables(ReducedBuild *b); /* reduced_variables.c */
bool reduced_expose_variables(ReducedBuild *b);
bool reduced_find_scales(ReducedBuild *b);
bool reduced_make_tapes(ReducedBuild *b);
bool reduced_find_pattern(ReducedBuild *b);

#endif
