/* verify_compare.h: what differs between two runs of one model.
 *
 * needs   the points of both, in the order of time, and the times of events;
 *         `allowed` of the Verification
 * gives   its events, its items and whether the runs agree. Two events are
 *         partners where they are as near to each other as `allowed` of the span.
 *         Points of one time are compared, of several at one time the last ones;
 *         not those next to an event, on whose side the runs may differ.
 *         What is no more than the rounding of the largest variable with the
 *         same unit does not count: the current of a ground is the sum of others
 * cost    linear in the points, and of variables by units
 */
#ifndef FOUCAULT_COMMANDS_VERIFY_COMPARE_H
#define FOUCAULT_COMMANDS_VERIFY_COMPARE_H

#include "commands/verify.h"

typedef struct VerifyPair {
  const VerifyRecord *a, *b;
  const FmuResult *of_a, *of_b; /* the times of their events */
  const int *position;     /* [a->n_variables] the column of b; -1: not there */
  const int *variable;     /* [a->n_variables] of the description */
  const char *const *unit; /* [a->n_variables]; NULL: it has none */
  double span;             /* of time */
  Arena *arena;            /* for the items */
} VerifyPair;

void verify_compare(Verification *v, const VerifyPair *pair);

#endif
