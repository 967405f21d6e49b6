/* split_choose.h: which part of each node gives the potentials.
 *
 * Each part is translated with its ports in the ways that the search asks for. A
 * way costs nothing if the part can be solved with states of its own; something
 * for each output that depends on an input at once, since these make algebraic
 * loops; more for divisors that may become zero, for derivatives of potentials,
 * and for initial conditions that the part has of its own for what it is given;
 * and it is out of the question where its equations are singular or hold the
 * derivative of an input. The search
 * begins with the best givers, of all where there are few, without derivatives or
 * with all of them, and changes nodes and parts one at a time as long as that
 * helps.
 *
 * fails   E623 a node that no part can give: with what is in the way
 * warns   W403 a part whose own initial conditions are for what others give
 *         W624 a part that a branch leaves without a solution
 * cost    a translation for each way that is looked at
 */
#ifndef FOUCAULT_SPLIT_SPLIT_CHOOSE_H
#define FOUCAULT_SPLIT_SPLIT_CHOOSE_H

#include "compile.h"
#include "split/split.h"

/* For CompileRequest.part: the part of a fresh flat model. */
typedef struct SplitContext {
  const SplitPlan *plan;
  int part;
} SplitContext;
const FlatModel *split_choose_part(Session *s, const FlatModel *flat,
                                   void *context);

/* Sets giver, n_rates and why of all nodes, and has_guesses. `request`: of the whole model. */
bool split_choose(Session *s, const CompileRequest *request, SplitPlan *plan);

#endif
