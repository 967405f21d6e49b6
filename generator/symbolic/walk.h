/* walk.h: the nodes below an expression, operands first, without recursion.
 *
 * A Walk keeps its marks and lists between calls, so that visiting many small
 * expressions of a large table costs only what they contain.
 */
#ifndef FOUCAULT_SYMBOLIC_WALK_H
#define FOUCAULT_SYMBOLIC_WALK_H

#include "symbolic/expr.h"

typedef struct Walk {
  ExprTable *exprs;
  Arena *arena;
  ExprId *node; /* result of the last walk: operands before users */
  int n_nodes, cap_nodes;
  /* position of each visited id in node[], valid where stamp is current */
  int32_t *position, *stamp;
  int cap_marks;
  int32_t now;
  struct WalkFrame *stack;
  int cap_stack;
} Walk;

/* An event relation: with `frozen` below its operands do not count, because
 * the generated code does not look at them while integrating. */
bool walk_is_event(const ExprNode *n);

Walk *walk_create(ExprTable *exprs, Arena *arena);

/* Fills walk->node with everything below e, e last. With `frozen` the
 * operands of event relations are not entered (their value is frozen). */
void walk_from(Walk *walk, ExprId e, bool frozen);
/* The same for several roots; shared parts once. */
void walk_from_all(Walk *walk, const ExprId *root, int n, bool frozen);
/* Position in walk->node of an id of the last walk; -1: not visited. */
int walk_position(const Walk *walk, ExprId e);

/* e with every variable replaced by map(context, var), simplified; with
 * `frozen` event relations stay as they are. */
typedef ExprId (*WalkReplace)(void *context, ExprTable *t, VarId var);
ExprId walk_replace(Walk *walk, ExprId e, bool frozen, WalkReplace map,
                    void *context);
/* Does the variable occur below e, event relations not looked into? */
bool walk_contains(Walk *walk, ExprId e, VarId var);

#endif
