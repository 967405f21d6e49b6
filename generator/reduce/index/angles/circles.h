/* circles.h: constraints that are circles.
 *
 * The room reduce/index/angles/ looks at differentiated constraints: which are
 * circles, and whether their angles are as good as dummy derivatives. It
 * calls reduce/structure/, reduce/system/, symbolic/ and base/. Reading order:
 * this file, angles_fit.h; what is made of it is in reduce/index/.
 *
 * needs   pantelides() is done
 * gives   the differentiated constraints that say
 *           a^2 + b^2 = r^2   or   sqrt(a^2 + b^2) = r
 *         with unknowns in a and b, and none in r; but none of variables that
 *         the user wants as states
 * cost    linear in the differentiated constraints
 */
#ifndef FOUCAULT_REDUCE_INDEX_ANGLES_CIRCLES_H
#define FOUCAULT_REDUCE_INDEX_ANGLES_CIRCLES_H

#include "reduce/system/system.h"
#include "symbolic/walk.h"

typedef struct Circle {
  ExprId a, b, r;
} Circle;

/* [n_given] in `scratch`; a is NO_EXPR where an equation is none. n: how many
 * there are. */
Circle *circles_find(const System *sys, Walk *walk, Arena *scratch, int *n);

/* n of it. */
int circles_count(const System *sys, Session *s);

#endif
