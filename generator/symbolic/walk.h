/* walk.h: the nodes below an expression, operands first, without recursion.
 *
 * A Walk keeps its marks and lists between calls, so that visiting many small
 * expressions of a large table costs only what they contain.
 */
#ifndef FOUCAULT_SYMBOLIC_WALK_H
#define FOUCAULT_SYMBOLIC_WALK_H

#include "symbolic/expr.h"

/* Nodes that are not entered: something else stands for them. */
typedef struct WalkStops {
  Arena *arena;
  int32_t *number; /* by ExprId: from 1, 0: entered as usual */
  int cap_numbers;
  ExprId *node;
  int n_nodes, cap_nodes;
} WalkStops;

typedef struct Walk {
  ExprTable *exprs;
  Arena *arena;           /* for what is needed during one call */
  Arena *own;             /* a child of it: the arrays below */
  const WalkStops *stops; /* NULL: none */
  ExprId *node;           /* result of the last walk: operands before users */
  int n_nodes, cap_nodes;
  /* position of each visited id in node[], valid where stamp is current */
  int32_t *position, *stamp;
  int cap_marks;
  int32_t now;
  struct WalkFrame *stack;
  int cap_stack;
} Walk;

WalkStops *walk_stops_create(Arena *arena);
void walk_stop_at(WalkStops *stops, ExprId e, int number);
void walk_stops_clear(WalkStops *stops);
/* 0: walks go on below it. `stops` may be NULL. */
int walk_stop_number(const WalkStops *stops, ExprId e);

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
