/* replay.h: derivations that are carried out again with other variables.
 *
 * Equations of an array have the same graph, with other variables in it, and
 * so have their derivatives: the rules of simplify.c and differentiate.c look
 * at operators, at numbers, and at what is the same node, never at which
 * variable it is. What was made of one expression is kept as a list of
 * operators on the nodes of its walk; for the next one of the same graph and
 * numbers the list is carried out, and nothing is derived or simplified.
 *
 * needs   expr_op_is_plain() of all operators; what has others is not kept
 * gives   the expressions that the derivation itself would make, without what
 *         it makes on the way and drops again
 * cost    of an expression that is like an earlier one, a look at each of its
 *         nodes and one operator for each that is made; of others a look at
 *         their first three levels. Kept is what has a family, and what comes
 *         again
 */
#ifndef FOUCAULT_SYMBOLIC_REPLAY_H
#define FOUCAULT_SYMBOLIC_REPLAY_H

#include "symbolic/walk.h"

/* What is kept of one kind of derivation. */
typedef struct Replay Replay;

/* Lives in `arena` and grows while it is marked and released. */
Replay *replay_create(Arena *arena);
/* All that is kept; the memory is given back. */
void replay_forget(Replay *r);

/* One of the expressions that were made. */
typedef struct ReplayPart {
  int position; /* of the node of the walk that it belongs to */
  ExprId value; /* NO_EXPR: nothing was made for it */
} ReplayPart;

/* What is derived from. */
typedef struct ReplayFrom {
  ExprId e;
  int family;   /* a number that expressions which are likely to be alike have
                   in common; 0: none */
  ExprId about; /* the node below e that is solved for or the like; NO_EXPR:
                   none, the same for all that is asked of a Replay */
} ReplayFrom;

static inline ReplayFrom replay_of(ExprId e, int family)
{
  return (ReplayFrom){e, family, NO_EXPR};
}

/* Is it like what was kept? Then the walk is that from `from.e`, frozen, and
 * replay_parts() may be called. */
bool replay_finds(Replay *r, Walk *walk, ReplayFrom from);
/* What was kept, made for e; good until the next call of any of these. given:
 * in the place of those that replay_keep() had, as many and all different.
 * NULL: they are not like those (another one is a number, or a node of the
 * walk). */
const ReplayPart *replay_parts(Replay *r, const Walk *walk, const ExprId *given,
                               int *n_parts);

/* Are all operators of the last walk plain? What has others is not kept. */
bool replay_is_plain(const Walk *walk);
/* Keeps what was made of the expression that replay_finds() did not find, by
 * the last call; the last walk is that from it, frozen. given: what the parts
 * hold and is neither below the expression nor made of it. */
void replay_keep(Replay *r, const Walk *walk, const ReplayPart *part,
                 int n_parts, const ExprId *given, int n_given);

#endif
