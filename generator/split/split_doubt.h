/* split_doubt.h: parts that have no solution of their own in a branch.
 *
 * A clutch that is locked, or a valve that is shut, says of two potentials that
 * they are the same, and nothing of a flow between them: who is given both of
 * them is left with an unknown that no equation determines. In the whole model
 * the neighbours determine it; a part alone fails when the branch is taken.
 *
 * An equation is doubtful if it alone has an unknown of its linear block, which a
 * branch makes it lose, and that is not so in the whole model.
 *
 * warns   W624 once for each part
 */
#ifndef FOUCAULT_SPLIT_SPLIT_DOUBT_H
#define FOUCAULT_SPLIT_SPLIT_DOUBT_H

#include "reduce/system/reduced.h"
#include "split/split.h"

/* The doubtful equations of the whole model, in the arena of `s`. */
typedef struct SplitDoubts {
  Span *span;
  int n;
} SplitDoubts;

void split_doubt_whole(Session *s, const ReducedSystem *whole,
                       SplitDoubts *doubts);

/* `own`: the session in which `r` was made. */
void split_doubt_part(Session *s, const Session *own, const SplitPlan *plan,
                      int part, const ReducedSystem *r,
                      const SplitDoubts *whole);

#endif
