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
  int32_t *number; /* by ExprId; 0: entered as usual */
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
  int32_t *mark; /* by ExprId: base + position in the last walk; less than
                    base: not visited by it */
  int cap_marks;
  int32_t base; /* above all marks of earlier walks */
  ExprId root;  /* the last walk had this one alone, else NO_EXPR */
  bool root_frozen;
  struct WalkFrame *stack;
  int cap_stack;
} Walk;

WalkStops *walk_stops_create(Arena *arena);
void walk_stop_at(WalkStops *stops, ExprId e, int number);
void walk_stops_clear(WalkStops *stops);
/* The first n of them stay. */
void walk_stops_cut(WalkStops *stops, int n);
/* 0: walks go on below it. `stops` may be NULL. */
static inline int walk_stop_number(const WalkStops *stops, ExprId e)
{
  return stops && e.i < stops->cap_numbers ? stops->number[e.i] : 0;
}

/* An event relation: with `frozen` below its operands do not count, because
 * the generated code does not look at them while integrating. */
static inline bool walk_is_event(const ExprNode *n)
{
  return expr_op_is_relation((ExprOp)n->op) && n->index >= 0;
}

static inline bool walk_has_stops(const Walk *walk)
{
  return walk->stops && walk->stops->n_nodes > 0;
}

Walk *walk_create(ExprTable *exprs, Arena *arena);

/* Fills walk->node with everything below e, e last. With `frozen` the
 * operands of event relations are not entered (their value is frozen). Walking
 * the same expression again costs nothing. */
void walk_from(Walk *walk, ExprId e, bool frozen);
/* The same for several roots; shared parts once. */
void walk_from_all(Walk *walk, const ExprId *root, int n, bool frozen);
/* For walk_pattern.c alone: a walk of so many nodes, still to be put into
 * walk->node and marked. */
void walk_begin(Walk *walk, int n_nodes);
/* Position in walk->node of an id of the last walk; -1: not visited. */
static inline int walk_position(const Walk *walk, ExprId e)
{
  if (e.i >= walk->cap_marks) return -1;
  int position = walk->mark[e.i] - walk->base;
  return position >= 0 ? position : -1;
}

/* Marks those arguments of the EXPR_CALL, by position in the last walk, for
 * which is_wanted is set (NULL: all). */
void walk_mark_arguments(const Walk *walk, ExprId call, const bool *is_wanted,
                         bool *marked);

/* e with every variable replaced by map(context, var), simplified; with
 * `frozen` event relations stay as they are. */
typedef ExprId (*WalkReplace)(void *context, ExprTable *t, VarId var);
ExprId walk_replace(Walk *walk, ExprId e, bool frozen, WalkReplace map,
                    void *context);
/* e with every EXPR_CALL replaced by map(context, call), innermost first;
 * event relations stay as they are. */
typedef ExprId (*WalkReplaceCall)(void *context, ExprTable *t, ExprId call);
ExprId walk_replace_calls(Walk *walk, ExprId e, WalkReplaceCall map,
                          void *context);
/* The same for every EXPR_RESULT: map(context, call, k) takes the place of
 * result k of the call. */
typedef ExprId (*WalkReplaceResult)(void *context, ExprTable *t, ExprId call,
                                    int k);
ExprId walk_replace_results(Walk *walk, ExprId e, WalkReplaceResult map,
                            void *context);

/* Does the variable occur below e, event relations not looked into? */
bool walk_contains(Walk *walk, ExprId e, VarId var);

#endif
