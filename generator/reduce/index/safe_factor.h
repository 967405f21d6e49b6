/* safe_factor.h: may an equation be divided by this, once and for all? */
#ifndef FOUCAULT_REDUCE_INDEX_SAFE_FACTOR_H
#define FOUCAULT_REDUCE_INDEX_SAFE_FACTOR_H

#include "reduce/system/start_point.h"

typedef struct SafeFactor {
  const System *sys;
  Walk *walk;
  Arena *scratch;
  StartPoint *point; /* made when a number is needed; NULL: not yet */
} SafeFactor;

/* Are all leaves of it numbers, or parameters that are known before the
 * initial system is solved? */
bool safe_factor_is_fixed(const SafeFactor *f, ExprId e);
/* What such an expression is at the parameters' values; NAN: it is another. */
double safe_factor_number(SafeFactor *f, ExprId e);
/* Never zero: a constant, or a number that the parameters give. */
bool safe_factor(SafeFactor *f, ExprId e);

#endif
