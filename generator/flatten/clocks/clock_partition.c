/* clock_partition.c: see clock_partition.h. */
#include "flatten/clocks/clock_partition.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/clocks/clock_check.h"
#include "flatten/clocks/clock_search.h"
#include "flatten/flat/flat_visit.h"

/* --- nodes --- */

static int new_node(ClockSearch *s)
{
  s->parent = vector_grow(s->arena, s->parent, &s->cap_parents, s->n_nodes + 1,
                          sizeof s->parent[0]);
  s->clocked = vector_grow(s->arena, s->clocked, &s->cap_clocked,
                           s->n_nodes + 1, sizeof s->clocked[0]);
  s->parent[s->n_nodes] = s->n_nodes;
  s->clocked[s->n_nodes] = false;
  return s->n_nodes++;
}

static void clock_partition_unite(ClockSearch *s, int a, int b)
{
  assert(a >= 0 && a < s->n_nodes && b >= 0 && b < s->n_nodes);
  a = clock_search_find(s, a);
  b = clock_search_find(s, b);
  if (a == b) return;
  s->parent[b] = a;
  s->clocked[a] |= s->clocked[b];
}

static void set_clocked(ClockSearch *s, int node)
{
  s->clocked[clock_search_find(s, node)] = true;
}

/* --- what belongs together --- */

static int clock_node(ClockSearch *s, FlatExpr *clock);
static void clock_partition_walk(ClockSearch *s, FlatExpr *expr, int node);

static void push_relation(ClockSearch *s, ClockRelation relation)
{
  s->relation = vector_grow(s->arena, s->relation, &s->cap_relations,
                            s->n_relations + 1, sizeof s->relation[0]);
  s->relation[s->n_relations++] = relation;
}

static bool clock_partition_is_conversion(const FlatExpr *op)
{
  return op->function == FLAT_CLOCK_SUB || op->function == FLAT_CLOCK_SUPER ||
         op->function == FLAT_CLOCK_SHIFT || op->function == FLAT_CLOCK_BACK;
}

static void add_relation(ClockSearch *s, const FlatExpr *op, int to, int from)
{
  assert(clock_partition_is_conversion(op) && op->n_args > 1);
  int64_t a = op->arg[1]->integer;
  int64_t b = op->n_args > 2 ? op->arg[2]->integer : 1;
  Ratio factor = {1, 1}, delay = {0, 1};
  bool is_sub = op->function == FLAT_CLOCK_SUB;
  bool is_super = op->function == FLAT_CLOCK_SUPER;
  if (b == 0 || a > CLOCK_LARGEST || b > CLOCK_LARGEST) {
    clock_search_fail(s, op->span,
                      "a number of this conversion is zero or too large");
    return;
  }
  if (is_sub && a > 0) factor = (Ratio){a, 1};
  if (is_super && a > 0) factor = (Ratio){1, a};
  if (op->function == FLAT_CLOCK_SHIFT) delay = ratio_make(a, b);
  if (op->function == FLAT_CLOCK_BACK) delay = ratio_make(-a, b);
  push_relation(s, (ClockRelation){.to = to,
                                   .from = from,
                                   .factor = factor,
                                   .delay = delay,
                                   .is_inferred_sub = is_sub && a == 0,
                                   .is_inferred_super = is_super && a == 0,
                                   .span = op->span});
}

/* noClock(): the same base clock, whatever the factor is. */
static void add_apart(ClockSearch *s, const FlatExpr *op, int to, int from)
{
  push_relation(s, (ClockRelation){.to = to,
                                   .from = from,
                                   .factor = {1, 1},
                                   .delay = {0, 1},
                                   .is_apart = true,
                                   .span = op->span});
}

/* The same ticks, another partition. */
static void add_choice(ClockSearch *s, const FlatExpr *clock, int to, int from)
{
  push_relation(s, (ClockRelation){.to = to,
                                   .from = from,
                                   .factor = {1, 1},
                                   .delay = {0, 1},
                                   .is_choice = true,
                                   .span = clock->span});
  s->choice = vector_grow(s->arena, s->choice, &s->cap_choices,
                          s->n_choices + 1, sizeof s->choice[0]);
  s->choice[s->n_choices++] = (ClockChoice){to, clock};
}

/* A clock where a value is needed, or a clock that nothing makes. */
static void refuse_clock(ClockSearch *s, const FlatExpr *clock)
{
  fault_error(s->f->faults, clock->span, E204,
              "a clock is not a value, and none is made like this: there are "
              "Clock(...), conversions of clocks, and a choice by parameters "
              "(section 16.3)");
  s->failed = true;
}

/* --- what an operator makes of clocks: IN_CLOCK of the table --- */

typedef void MakeClock(ClockSearch *s, FlatExpr *clock, int node);

static void no_clock(ClockSearch *s, FlatExpr *clock, int node)
{
  (void)node;
  refuse_clock(s, clock);
}

/* Those around it decide. */
static void inferred_clock(ClockSearch *s, FlatExpr *clock, int node)
{
  (void)s, (void)clock, (void)node;
}

static void defined_clock(ClockSearch *s, FlatExpr *clock, int node)
{
  s->definition = vector_grow(s->arena, s->definition, &s->cap_definitions,
                              s->n_definitions + 1, sizeof s->definition[0]);
  s->definition[s->n_definitions++] = (ClockDefinition){node, clock};
  if (clock_search_changes(clock)) clock_partition_walk(s, clock->arg[0], node);
}

static void chosen_clock(ClockSearch *s, FlatExpr *clock, int node)
{
  add_choice(s, clock, node, clock_node(s, clock->arg[0]));
}

static void related_clock(ClockSearch *s, FlatExpr *clock, int node)
{
  add_relation(s, clock, node, clock_node(s, clock->arg[0]));
}

static MakeClock *const make_clock[N_FLAT_FUNCTIONS] = {
#define CLOCK_OPERATOR(NAME, name, n, first, second, word, other, facts)       \
  [FLAT_CLOCK_##NAME] = facts,
#define CLOCK_NODE(NAME, name, facts) [FLAT_CLOCK_##NAME] = facts,
#define IN_CLOCK(make) make
#include "base/builtin_functions.def"
};

/* if p then Clock(1) else Clock(2): p must be known. NULL after E205. */
static FlatExpr *clock_partition_chosen(ClockSearch *s, FlatExpr *clock)
{
  while (clock && clock->kind == FLAT_EXPR_IF) {
    assert(clock->n_args == 3);
    const FlatExpr *is = types_constant(&s->f->typing, clock->arg[0]);
    if (!is) s->failed = true;
    clock = is ? clock->arg[is->boolean ? 1 : 2] : NULL;
  }
  return clock;
}

/* The node of a clock; the recursion follows the nesting of the text. */
static int clock_node(ClockSearch *s, FlatExpr *clock)
{
  assert(clock_is(clock));
  clock = clock_partition_chosen(s, clock);
  if (!clock) return new_node(s);
  if (clock->kind == FLAT_EXPR_VARIABLE) return clock->variable.i;
  int node = new_node(s);
  set_clocked(s, node);
  if (clock_partition_is_operator(clock)) {
    make_clock[clock->function](s, clock, node);
  } else {
    refuse_clock(s, clock);
  }
  return node;
}

/* --- operators on values: IN_VALUE of the table --- */

/* `node` is that of the expression in which the operator stands. */
typedef void WalkOperator(ClockSearch *s, FlatExpr *op, int node);

/* The partition of what an operator converts. */
static int argument_node(ClockSearch *s, FlatExpr *u)
{
  int node = new_node(s);
  set_clocked(s, node);
  clock_partition_walk(s, u, node);
  return node;
}

/* In continuous time. */
static void walk_hold(ClockSearch *s, FlatExpr *op, int node)
{
  (void)node;
  argument_node(s, op->arg[0]);
}

static void walk_operators(ClockSearch *s, FlatExpr *expr);

static void walk_sample(ClockSearch *s, FlatExpr *op, int node)
{
  set_clocked(s, node);
  walk_operators(s, op->arg[0]);
  if (op->n_args > 1) clock_partition_unite(s, node, clock_node(s, op->arg[1]));
}

/* Whatever the clock of the operand is. */
static void walk_apart(ClockSearch *s, FlatExpr *op, int node)
{
  set_clocked(s, node);
  add_apart(s, op, node, argument_node(s, op->arg[0]));
}

/* What asks for the clock of the expression does not give it one. */
static void walk_asking(ClockSearch *s, FlatExpr *op, int node)
{
  if (op->n_args > 0 && clock_is(op->arg[0]))
    clock_partition_unite(s, node, clock_node(s, op->arg[0]));
  else if (op->n_args > 0)
    clock_partition_walk(s, op->arg[0], node);
  s->asking = vector_grow(s->arena, s->asking, &s->cap_asking, s->n_asking + 1,
                          sizeof s->asking[0]);
  s->asking[s->n_asking++] = (ClockDefinition){node, op};
}

static void walk_same(ClockSearch *s, FlatExpr *op, int node)
{
  set_clocked(s, node);
  if (op->n_args > 0) clock_partition_walk(s, op->arg[0], node);
}

static void walk_related(ClockSearch *s, FlatExpr *op, int node)
{
  set_clocked(s, node);
  add_relation(s, op, node, argument_node(s, op->arg[0]));
}

/* A clock is not a value. */
static void walk_clock(ClockSearch *s, FlatExpr *op, int node)
{
  (void)node;
  refuse_clock(s, op);
}

static WalkOperator *const walk_operator[N_FLAT_FUNCTIONS] = {
#define CLOCK_OPERATOR(NAME, name, n, first, second, word, other, facts)       \
  [FLAT_CLOCK_##NAME] = facts,
#define CLOCK_NODE(NAME, name, facts) [FLAT_CLOCK_##NAME] = facts,
#define IN_VALUE(walk) walk
#include "base/builtin_functions.def"
};

/* Everything that is directly in the expression has the clock of the node. */
static void clock_partition_walk(ClockSearch *s, FlatExpr *expr, int node)
{
  Arena *scratch = session_scratch(s->f->s);
  FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0) {
    FlatExpr *at = stack[--n];
    if (clock_partition_is_operator(at)) {
      if (clock_is(at)) {
        refuse_clock(s, at); /* it has no value */
      } else {
        walk_operator[at->function](s, at, node);
      }
      continue;
    }
    if (at->kind == FLAT_EXPR_VARIABLE && at->variability > FLAT_PARAMETER)
      clock_partition_unite(s, node, at->variable.i);
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = 0; i < at->n_args; i++) stack[n++] = at->arg[i];
  }
}

static void clock_partition_add_item(ClockSearch *s, ClockItem item)
{
  s->item = vector_grow(s->arena, s->item, &s->cap_items, s->n_items + 1,
                        sizeof s->item[0]);
  s->item[s->n_items++] = item;
}

/* A clock itself: nothing of it stays but a name without a meaning. */
static void drop_clock(ClockSearch *s, FlatVar *var)
{
  var->variability = FLAT_CONSTANT;
  var->binding =
      types_enumeration(&s->f->typing, var->span, var->enumeration, 1);
  var->is_internal = true;
}

static bool is_clock_variable(const FlatVar *var)
{
  FlatExpr self = {.type = var->type, .enumeration = var->enumeration};
  return clock_is(&self);
}

static void walk_bindings(ClockSearch *s)
{
  FlatModel *flat = s->f->flat;
  for (int i = 0; i < flat->n_vars; i++) {
    FlatVar *var = &flat->var[i];
    FlatExpr *binding = var->binding;
    bool is_clock = is_clock_variable(var);
    if (is_clock) drop_clock(s, var);
    if (!binding || (!is_clock && var->variability <= FLAT_PARAMETER)) continue;
    if (is_clock) {
      clock_partition_unite(s, i, clock_node(s, binding));
      continue;
    }
    clock_partition_walk(s, binding, i);
    clock_partition_add_item(
        s, (ClockItem){.variable = {i}, .equation = -1, .node = i});
  }
}

static void walk_equations(ClockSearch *s)
{
  FlatModel *flat = s->f->flat;
  const FlatExpr *clock = NULL; /* of one clause: the same for all of it */
  int when = -1;
  for (int k = 0; k < flat->n_equations; k++) {
    FlatEquation *eq = &flat->equation[k];
    if (eq->is_initial) continue;
    if (clock_is(eq->left)) {
      clock_partition_unite(s, clock_node(s, eq->left),
                            clock_node(s, eq->right));
      continue;
    }
    int node = new_node(s);
    if (eq->clock) {
      if (eq->clock != clock) when = clock_node(s, eq->clock);
      clock = eq->clock;
      set_clocked(s, node);
      clock_partition_unite(s, node, when);
    }
    clock_partition_walk(s, eq->left, node);
    clock_partition_walk(s, eq->right, node);
    clock_partition_add_item(
        s, (ClockItem){.variable = {-1}, .equation = k, .node = node});
  }
}

/* --- what is not clocked itself --- */

/* hold() may stand there: its argument is clocked. walk_bindings() and
 * walk_equations() have seen the others. */
static bool clock_partition_may_hold(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION: return true;
  case FLAT_AT_BINDING:
  case FLAT_AT_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_CLOCK: return false;
  case FLAT_AT_START: /* parameters only */
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED: return false;
  case FLAT_AT_SHOWN: /* operators are refused in algorithms and functions */
  case FLAT_AT_TABLE:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: return false;
  case FLAT_AT_TARGET:
  case FLAT_AT_SUBSCRIPT: return false; /* of an assertion: in it, too */
  }
  return false;
}

typedef struct Holding {
  ClockSearch *s;
  int when, node; /* of the when-equation that is walked; -1: none */
} Holding;

/* The operators alone: two values of an assertion may have two clocks. */
static void walk_operators(ClockSearch *s, FlatExpr *expr)
{
  Arena *scratch = session_scratch(s->f->s);
  FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0) {
    FlatExpr *at = stack[--n];
    if (clock_partition_is_operator(at)) {
      walk_operator[at->function](s, at, new_node(s));
      continue;
    }
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = 0; i < at->n_args; i++) stack[n++] = at->arg[i];
  }
}

/* An assertion has one clock, that of the when-clause around it too. */
static void walk_assertion(ClockSearch *s, int at, FlatExpr *condition)
{
  const FlatAssertion *a = &s->f->flat->assertion[at];
  int node = new_node(s);
  if (a->is_internal || a->is_initial || a->subscript) {
    walk_operators(s, condition);
    return;
  }
  if (a->clock) {
    set_clocked(s, node);
    clock_partition_unite(s, node, clock_node(s, a->clock));
  }
  clock_partition_walk(s, condition, node);
  clock_partition_add_item(s, (ClockItem){.variable = {-1},
                                          .equation = -1,
                                          .assertion = at + 1,
                                          .node = node});
}

/* All of a when-equation belongs together. */
static void walk_holding(void *context, FlatPlace place, int at, FlatExpr **e)
{
  Holding *h = context;
  if (place == FLAT_AT_ASSERTION) {
    walk_assertion(h->s, at, *e);
    return;
  }
  if (place == FLAT_AT_INITIAL_SIDE) {
    walk_operators(h->s, *e);
    return;
  }
  if (h->when != at) {
    h->node = new_node(h->s);
    clock_partition_add_item(h->s, (ClockItem){.variable = {-1},
                                               .equation = -1,
                                               .when = at + 1,
                                               .node = h->node});
  }
  h->when = at;
  clock_partition_walk(h->s, *e, h->node);
}

static void walk_others(ClockSearch *s)
{
  Holding h = {s, -1, -1};
  flat_each_expression(s->f->flat, clock_partition_may_hold, walk_holding, &h);
}

/* --- equations --- */

static void set_roots(ClockSearch *s)
{
  assert(s->f->flat->n_vars <= s->n_nodes);
  for (int k = 0; k < s->all->n_bases; k++) {
    s->all->base[k].node = clock_search_find(s, s->all->base[k].node);
  }
  s->all->n_rooted = s->f->flat->n_vars;
  for (int i = 0; i < s->f->flat->n_vars; i++) {
    int root = clock_search_find(s, i);
    bool is_clocked = s->all->partition[root].is_clocked;
    clock_partition_set_root(s->all, s->arena, (FlatVarId){i},
                             is_clocked ? root : -1);
  }
}

static void report_no_clock(ClockSearch *s, const ClockItem *item)
{
  s->failed = true;
  if (s->f->s->n_errors > 0) return; /* its clock may have been refused */
  Diagnostic *d =
      clock_search_fail(s, clock_search_span(s, item),
                        "nothing determines the clock of this equation");
  fault_note(s->f->faults, d, NO_SPAN,
             "sample(u, Clock(0.1)), or 'when Clock(0.1) then' does");
}

/* What is clocked leaves the flat model: a binding here. */
static void clock_partition_take(ClockSearch *s, const ClockItem *item)
{
  FlatModel *flat = s->f->flat;
  if (item->when > 0) return; /* clock_check.c has looked at it */
  if (item->assertion > 0) {
    s->all->assertion[item->assertion - 1] = clock_search_find(s, item->node);
    return;
  }
  assert(item->equation >= 0 || flat->var[item->variable.i].binding);
  ClockedEquation *eq = clock_partition_add(s->all, s->arena);
  eq->root = clock_search_find(s, item->node);
  eq->variable = item->variable;
  if (item->equation >= 0) {
    const FlatEquation *from = &flat->equation[item->equation];
    eq->left = from->left;
    eq->right = from->right;
    eq->is_section = from->algorithm > 0;
    eq->span = from->span;
    return;
  }
  FlatVar *var = &flat->var[item->variable.i];
  eq->span = var->span;
  eq->left = types_variable(&s->f->typing, var->span, item->variable, var);
  eq->right = var->binding;
  var->binding = NULL;
}

static void take_clocked(ClockSearch *s)
{
  int n_assertions = s->f->flat->n_assertions;
  s->all->assertion = arena_array(s->arena, (size_t)n_assertions + 1,
                                  sizeof s->all->assertion[0]);
  for (int k = 0; k < n_assertions; k++) s->all->assertion[k] = -1;
  for (int k = 0; k < s->n_items && !s->failed; k++) {
    const ClockItem *item = &s->item[k];
    const Partition *p = &s->all->partition[clock_search_find(s, item->node)];
    if (!p->is_clocked) continue;
    if (!p->is_known) report_no_clock(s, item);
    clock_partition_take(s, item);
  }
}

/* After the equations were taken: those that stay. */
static void keep_equations(ClockSearch *s)
{
  FlatModel *flat = s->f->flat;
  bool *is_gone =
      arena_array(s->arena, (size_t)flat->n_equations + 1, sizeof(bool));
  for (int k = 0; k < s->n_items; k++) {
    const ClockItem *item = &s->item[k];
    if (item->equation < 0) continue;
    is_gone[item->equation] =
        s->all->partition[clock_search_find(s, item->node)].is_clocked;
  }
  clock_search_drop_sections(s->f, is_gone);
  int kept = 0;
  for (int k = 0; k < flat->n_equations; k++) {
    if (is_gone[k] || clock_is(flat->equation[k].left)) continue;
    flat->equation[kept++] = flat->equation[k];
  }
  flat->n_equations = kept;
}

ClockPartitions *clock_partition_find(const Flattening *f)
{
  ClockSearch s = {.f = f, .arena = f->arena};
  s.all = arena_alloc(f->arena, sizeof *s.all);
  for (int i = 0; i < f->flat->n_vars; i++) new_node(&s);
  walk_bindings(&s);
  walk_equations(&s);
  walk_others(&s);
  if (!s.failed) clock_infer(&s);
  if (!s.failed) set_roots(&s);
  if (!s.failed) clock_check(&s);
  if (!s.failed) take_clocked(&s);
  if (s.failed) return NULL;
  keep_equations(&s);
  return s.all;
}
