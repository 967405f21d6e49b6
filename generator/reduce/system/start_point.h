/* start_point.h: numbers for all variables before anything is solved.
 *
 * Parameters have their values, variables with a start attribute that value;
 * the others get a generic number that depends only on their index, because
 * zero hides what does not vanish in general. With shake > 0 all unknowns are
 * moved away from their start, differently for each shake, and the event
 * relations get values of their own: what holds at several such points holds
 * in general. Above START_FREE_RELATIONS, where unknowns move up and down in
 * turn, relations are what they say there: they may exclude each other, as
 * those of a flow that leaves one end of a pipe and enters at the other.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_START_POINT_H
#define FOUCAULT_REDUCE_SYSTEM_START_POINT_H

#include "reduce/system/system.h"
#include "symbolic/evaluate.h"

enum { START_FREE_RELATIONS = 5 };

typedef struct StartPoint {
  double *value; /* [n_vars] */
  EvaluatePoint point;
  int shake;
} StartPoint;

StartPoint *start_point_make(const System *sys, Walk *walk, int shake,
                             Arena *arena);
/* The same with other values of the Real parameters that a user may set:
 * what holds there too does not depend on them. shake > 0. */
StartPoint *start_point_other(const System *sys, Walk *walk, int shake,
                              Arena *arena);
/* A number of the model at its parameters' values; NAN if it needs more. */
double start_point_number(const StartPoint *p, Walk *walk, ExprId e);

#endif
