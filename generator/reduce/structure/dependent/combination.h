/* combination.h: the hidden equation in a set of dependent ones.
 *
 * needs   a block of the differentiated problem whose Jacobian J = dG/dz is
 *         singular at every point tried
 * gives   factors u with u^T J = 0 and, with c the least number of
 *         differentiations among the equations with u_i /= 0, the sum of
 *         u_i * (equation i, differentiated c times less): it holds none of
 *         z, c times integrated, and may take the place of an equation that
 *         is differentiated c times and whose factor does not vanish
 * fails   COMBINATION_NONE: no such factors were found; _EMPTY: the sum holds
 *         no unknown at all, the equations repeat or contradict each other.
 *         Both fill the terms as far as they are known, for a report.
 * cost    one sparse elimination of the block; of the equations that depend on
 *         each other, 600 at most, a dense one at all points
 * paper   Mattsson, Soederlind 1993, example 5; Tan, Nedialkov, Pryce,
 *         Conversion methods for improving structural analysis of DAEs, 2017
 *
 * Factors are numbers where these do at all points, else expressions made of
 * J's entries (null_factors.h). If they hold for the present values of some parameters only, these are `decided`.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_COMBINATION_H
#define FOUCAULT_REDUCE_STRUCTURE_DEPENDENT_COMBINATION_H

#include "reduce/index/selection_set.h"
#include "reduce/system/start_point.h"

typedef struct SingularBlock {
  const int *row; /* equations: the most differentiated versions */
  int n;
  const Entry *entry; /* of J: col is the row that the variable is matched to */
  int n_entries;
  StartPoint *const *point; /* parameters as they are */
  int n_points;
  StartPoint *const *other; /* parameters with other values */
  int n_others;
} SingularBlock;

typedef enum CombinationResult {
  COMBINATION_FOUND,
  COMBINATION_EMPTY,
  COMBINATION_NONE
} CombinationResult;

/* `combination` lives in the system's arena. */
CombinationResult combination_find(const System *sys, Session *s, Walk *walk,
                                   const SingularBlock *block,
                                   Combination *combination);

#endif
