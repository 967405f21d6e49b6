/* given_index.h: the structural index of the model as it is written.
 *
 * Equal variables are merged before the index is reduced, and with them go
 * equations that would have to be differentiated (x = y with der(x) and der(y)
 * in the model: index 1 by itself, 0 when merged). What a reader of the model
 * knows is the index with them.
 *
 * needs   lowering is done; aliases and numbers are still there
 * gives   System.given: how often each equation as written would be
 *         differentiated, and the index; NULL: not asked for (above
 *         GIVEN_EQUATIONS), or discrete variables stand between
 * keeps   the System, but for that
 * cost    one augmenting search per equation and differentiation
 * paper   Pryce, BIT 41, 2001: offsets of equations and variables in place of
 *         differentiated copies; the counts are those of Pantelides
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_GIVEN_INDEX_H
#define FOUCAULT_REDUCE_STRUCTURE_GIVEN_INDEX_H

#include <stdio.h>

#include "reduce/system/system.h"

/* For larger models the index is reported that is left when variables are merged. */
enum { GIVEN_EQUATIONS = 20000 };

typedef struct GivenEquation {
  Span span;
  int n_derivatives;
} GivenEquation;

typedef struct GivenStructure {
  int index;
  GivenEquation *equation;
  int n_equations;
} GivenStructure;

bool given_index_find(System *sys, Session *s);

/* The index, and the equations that are differentiated: "e2: 1 time". */
void given_index_print(const GivenStructure *given, FILE *out);

#endif
