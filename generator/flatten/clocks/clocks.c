/* clocks.c: see clocks.h. Partitions are found here (clock_partition.c) and
 * written as when-equations. */
#include "flatten/clocks/clocks.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_argument.h"
#include "flatten/clocks/clock_assign.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/clocks/clock_check.h"
#include "flatten/clocks/clock_discretize.h"
#include "flatten/clocks/clock_feedback.h"
#include "flatten/clocks/clock_index.h"
#include "flatten/clocks/clock_interface.h"
#include "flatten/clocks/clock_partition.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flat/flat_rewrite.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/flat/made_variable.h"
#include "flatten/instances/scope.h"

typedef struct Writing {
  const Flattening *f;
  ClockPartitions *all;
  FlatVarId *counter; /* [n_bases] */
  FlatVarId *next;    /* [n_bases] time of the next tick, if that changes */
  FlatWhen **when;    /* [n_nodes] of a root; NULL: none yet */
  FlatVarId *last;    /* [n_nodes] of a root, see last_tick(); 0: none yet */
  FlatWhen **list;    /* in order */
  int n_list, cap_list;
  ClockFeedback *feedback;
  ClockInterface face;
  /* [n_previous] variables with the value of the tick before, of those that
   * previous() is asked of while an input clock ticks them; see
   * note_previous() */
  FlatVarId *previous;
  int n_previous;
} Writing;

static FlatExpr *clocks_variable(const Writing *w, Span span, FlatVarId id)
{
  return made_variable_use(w->f, span, id);
}

static FlatExpr *pre(const Writing *w, Span span, FlatVarId id)
{
  Flattening in_when; /* the left limit of a continuous variable too */
  scope_when(&in_when, w->f);
  FlatExpr *made = types_unary(&in_when.typing, span, FLAT_PRE,
                               clocks_variable(w, span, id));
  if (made && made->variability > FLAT_DISCRETE)
    made->variability = FLAT_DISCRETE;
  return made;
}

/* --- when a partition is active --- */

/* The n-th part of an interval, or n times it. */
static FlatExpr *clocks_scaled(const Writing *w, FlatExpr *interval, Ratio by)
{
  assert(by.n > 0 && by.d > 0);
  const Typing *t = &w->f->typing;
  if (by.n == by.d) return interval;
  return types_binary(
      t, interval->span, FLAT_MULTIPLY, interval,
      types_real(t, interval->span, (double)by.n / (double)by.d));
}

/* Far away, but a number. */
static FlatExpr *never(const Writing *w, Span span)
{
  return types_real(&w->f->typing, span, 1e60);
}

/* The condition in the pass of the event iteration before; one that holds from
 * the start has not become true. */
static FlatExpr *condition_before(const Writing *w, FlatExpr *condition)
{
  const Flattening *f = w->f;
  Span span = condition->span;
  FlatVarId id =
      made_variable(f, "condition", FLAT_BOOLEAN, FLAT_DISCRETE, span);
  made_variable_equate(f, span, id, condition);
  flat_add_equation(f->flat, f->s->flat_arena,
                    (FlatEquation){.span = span,
                                   .is_initial = true,
                                   .left = pre(w, span, id),
                                   .right = clocks_variable(w, span, id)});
  return pre(w, span, id);
}

static FlatExpr *clocks_rewrite(Writing *w, FlatExpr *expr, const Partition *p);

/* The first tick is at the start; of a clock whose interval changes each tick
 * determines the next one. */
static FlatExpr *base_condition(Writing *w, int k)
{
  const Typing *t = &w->f->typing;
  const ClockBase *base = &w->all->base[k];
  Span span = base->expr->span;
  if (base->is_event) {
    FlatExpr *condition = clocks_rewrite(w, base->expr->arg[0], NULL);
    if (!condition) return types_boolean(t, span, false); /* reported */
    bool is_through = clock_feedback_is_through(w->feedback, k);
    return is_through ? condition_before(w, condition) : condition;
  }
  if (base->tick.i >= 0) return clocks_variable(w, span, base->tick);
  const Experiment *e = &w->f->flat->experiment;
  FlatExpr *arg[2] = {types_real(t, span, e->has_start ? e->start : 0),
                      base->changes
                          ? never(w, span)
                          : clocks_scaled(w, base->expr->arg[0], base->step)};
  FlatExpr *ticks = types_call(t, span, FLAT_SAMPLE, arg, 2);
  if (!ticks) return types_boolean(t, span, false); /* reported */
  if (!base->changes) return ticks;
  FlatExpr *due = types_binary(t, span, FLAT_GREATER_EQUAL, types_time(t, span),
                               pre(w, span, w->next[k]));
  return types_binary(t, span, FLAT_OR, ticks, due);
}

/* change(counter) and counter >= first and mod(counter - first, n) == 0 */
static FlatExpr *clocks_active(const Writing *w, const Partition *p, Span span)
{
  assert(p->is_known && p->every > 0);
  const Typing *t = &w->f->typing;
  FlatVarId counter = w->counter[p->base];
  FlatExpr *change =
      types_unary(t, span, FLAT_CHANGE, clocks_variable(w, span, counter));
  if (p->every == 1 && p->first == 0) return change;
  FlatExpr *count = clocks_variable(w, span, counter);
  FlatExpr *every = types_integer(t, span, p->every);
  FlatExpr *none = types_integer(t, span, 0);
  if (p->first == 0) {
    FlatExpr *part = types_binary(t, span, FLAT_MOD, count, every);
    return types_binary(t, span, FLAT_AND, change,
                        types_binary(t, span, FLAT_EQUAL, part, none));
  }
  FlatExpr *first = types_integer(t, span, p->first);
  FlatExpr *since = types_binary(t, span, FLAT_SUBTRACT, count, first);
  FlatExpr *rest = types_binary(t, span, FLAT_MOD, since, every);
  FlatExpr *is_turn = types_binary(t, span, FLAT_EQUAL, rest, none);
  FlatExpr *is_late = types_binary(t, span, FLAT_GREATER_EQUAL, count, first);
  return types_binary(t, span, FLAT_AND, change,
                      types_binary(t, span, FLAT_AND, is_late, is_turn));
}

static FlatWhen *make_when(Writing *w, Span span, FlatExpr *condition)
{
  assert(condition->type == FLAT_BOOLEAN);
  Arena *arena = w->f->s->flat_arena;
  FlatWhen *when = arena_alloc(arena, sizeof *when);
  when->span = span;
  when->n_branches = 1;
  when->branch = arena_alloc(arena, sizeof when->branch[0]);
  when->branch[0].condition = arena_alloc(arena, sizeof(FlatExpr *));
  when->branch[0].condition[0] = condition;
  when->branch[0].n_conditions = 1;
  w->list = vector_grow(w->f->arena, w->list, &w->cap_list, w->n_list + 1,
                        sizeof w->list[0]);
  w->list[w->n_list++] = when;
  return when;
}

static void add_action(Writing *w, FlatWhen *when, Span span, FlatVarId target,
                       FlatExpr *value)
{
  assert(value->type == w->f->flat->var[target.i].type);
  FlatWhenBranch *branch = &when->branch[0];
  branch->action =
      vector_grow(w->f->s->flat_arena, branch->action, &branch->cap_actions,
                  branch->n_actions + 1, sizeof branch->action[0]);
  branch->action[branch->n_actions++] =
      (FlatAction){.kind = FLAT_ACTION_ASSIGN,
                   .span = span,
                   .target = clocks_variable(w, span, target),
                   .value = value};
}

static FlatWhen *when_of(Writing *w, int root, Span span)
{
  if (!w->when[root]) {
    const Partition *p = &w->all->partition[root];
    w->when[root] = make_when(w, span, clocks_active(w, p, span));
  }
  return w->when[root];
}

static void make_next(Writing *w, int k)
{
  Span span = w->all->base[k].expr->span;
  FlatVarId id = made_variable(w->f, "next", FLAT_REAL, FLAT_DISCRETE, span);
  w->f->flat->var[id.i].start = never(w, span);
  w->f->flat->var[id.i].fixed = types_boolean(&w->f->typing, span, true);
  w->next[k] = id;
}

static void make_counters(Writing *w)
{
  const Typing *t = &w->f->typing;
  const ClockPartitions *all = w->all;
  w->counter =
      arena_array(w->f->arena, (size_t)all->n_bases + 1, sizeof w->counter[0]);
  w->next =
      arena_array(w->f->arena, (size_t)all->n_bases + 1, sizeof w->next[0]);
  w->feedback = clock_feedback_begin(w->f, all);
  for (int k = 0; k < all->n_bases; k++) {
    Span span = all->base[k].expr->span;
    FlatVarId id =
        made_variable(w->f, "ticks", FLAT_INTEGER, FLAT_DISCRETE, span);
    w->f->flat->var[id.i].start = types_integer(t, span, -1);
    w->f->flat->var[id.i].fixed = types_boolean(t, span, true);
    w->counter[k] = id;
    if (all->base[k].changes && all->base[k].tick.i < 0) make_next(w, k);
    FlatWhen *when = make_when(w, span, base_condition(w, k));
    add_action(w, when, span, id,
               types_binary(t, span, FLAT_ADD, pre(w, span, id),
                            types_integer(t, span, 1)));
  }
}

/* --- expressions without clocks --- */

/* A variable that has become discrete since the expression was made. */
static bool is_outdated(const Flattening *f, const FlatExpr *at)
{
  return at->kind == FLAT_EXPR_VARIABLE &&
         at->variability != f->flat->var[at->variable.i].variability;
}

static FlatVerdict look_for_change(void *context, const FlatExpr *at)
{
  const Flattening *const *model = context;
  const Flattening *f = *model;
  bool found = clock_partition_is_operator(at) || is_outdated(f, at);
  return found ? FLAT_FOUND : FLAT_GO_ON;
}

static bool must_change(const Flattening *f, const FlatExpr *expr)
{
  return flat_find(f->s, expr, look_for_change, &f) != NULL;
}

/* The left limit of what is not clocked. */
static FlatExpr *clocks_left_limit(Writing *w, FlatExpr *u)
{
  const Flattening *f = w->f;
  if (u->kind == FLAT_EXPR_VARIABLE || u->variability <= FLAT_PARAMETER) {
    return u->variability <= FLAT_PARAMETER ? u : pre(w, u->span, u->variable);
  }
  bool is_real = u->type == FLAT_REAL;
  FlatVarId id =
      made_variable(f, "sampled", u->type,
                    is_real ? FLAT_CONTINUOUS : FLAT_DISCRETE, u->span);
  f->flat->var[id.i].enumeration = u->enumeration;
  FlatExpr *binding = clocks_rewrite(w, u, NULL);
  f->flat->var[id.i].binding = binding;
  return pre(w, u->span, id);
}

static FlatExpr *first_tick(Writing *w, Span span, const Partition *p)
{
  assert(p->base >= 0 && p->base < w->all->n_bases);
  const Typing *t = &w->f->typing;
  return types_binary(t, span, FLAT_EQUAL,
                      clocks_variable(w, span, w->counter[p->base]),
                      types_integer(t, span, p->first));
}

/* The time of the last tick, of a clock with a condition or with an interval
 * that changes. */
static FlatVarId last_tick(Writing *w, Span span, int root)
{
  assert(root >= 0 && root < w->all->n_nodes);
  if (w->last[root].i == 0) {
    w->last[root] = made_variable(w->f, "tick", FLAT_REAL, FLAT_DISCRETE, span);
    add_action(w, when_of(w, root, span), span, w->last[root],
               types_time(&w->f->typing, span));
  }
  return w->last[root];
}

/* --- operators: MEANS of the table --- */

/* p: the partition in which the operator stands; NULL: none. NULL after a
 * diagnostic, or where there is no partition to ask. */
typedef FlatExpr *OperatorMeans(Writing *w, FlatExpr *op, const Partition *p);

static FlatExpr *means_sampled(Writing *w, FlatExpr *op, const Partition *p)
{
  (void)p;
  return clocks_left_limit(w, op->arg[0]);
}

static FlatExpr *means_interval_of(Writing *w, FlatExpr *op, const Partition *p)
{
  const Typing *t = &w->f->typing;
  Span span = op->span;
  if (!p) return NULL;
  const ClockBase *base = &w->all->base[p->base];
  if (!base->is_event && !base->changes)
    return clocks_scaled(w, base->expr->arg[0], p->interval);
  FlatVarId last = last_tick(w, span, (int)(p - w->all->partition));
  FlatExpr *since = types_binary(t, span, FLAT_SUBTRACT, types_time(t, span),
                                 pre(w, span, last));
  FlatExpr *first = clocks_rewrite(w, base->expr->arg[1], p);
  if (!first) return NULL;
  if (p->interval.d > 1) first = clocks_scaled(w, first, p->interval);
  return types_if(t, span, first_tick(w, span, p), first, since);
}

static FlatExpr *means_first(Writing *w, FlatExpr *op, const Partition *p)
{
  return p ? first_tick(w, op->span, p) : NULL;
}

/* FMI 3.0, section 2.4.7.4: a variable that has a previous one is a clocked
 * state. */
static void note_previous(Writing *w, const Partition *p, FlatVarId v)
{
  bool is_seen = p && w->all->base[p->base].tick.i >= 0 &&
                 v.i < w->n_previous && !w->f->flat->var[v.i].is_protected;
  if (is_seen) w->previous[v.i].i = v.i; /* its holder is made later */
}

static FlatExpr *means_previous(Writing *w, FlatExpr *op, const Partition *p)
{
  const FlatExpr *v = op->arg[0];
  if (v->variability <= FLAT_PARAMETER) return op->arg[0];
  if (v->kind == FLAT_EXPR_VARIABLE) {
    note_previous(w, p, v->variable);
    return pre(w, op->span, v->variable);
  }
  fault_error(w->f->faults, op->span, E204,
              "'previous' needs a variable, not an expression");
  return NULL;
}

/* Values are kept from tick to tick. */
static FlatExpr *means_operand(Writing *w, FlatExpr *op, const Partition *p)
{
  return clocks_rewrite(w, op->arg[0], p);
}

/* A clock; clock_partition.c has refused it in expressions of values. */
static FlatExpr *means_no_value(Writing *w, FlatExpr *op, const Partition *p)
{
  (void)p;
  fault_unsupported(w->f->faults, op->span, "this expression of clocks");
  return NULL;
}

static OperatorMeans *const operator_means[N_FLAT_FUNCTIONS] = {
#define CLOCK_OPERATOR(NAME, name, n, first, second, word, other, facts)       \
  [FLAT_CLOCK_##NAME] = facts,
#define CLOCK_NODE(NAME, name, facts) [FLAT_CLOCK_##NAME] = facts,
#define MEANS(what) means_##what
#include "base/builtin_functions.def"
};

static bool is_continuous(Writing *w, const FlatExpr *at, const Partition *p)
{
  bool is_der = at->kind == FLAT_EXPR_CALL && at->function == FLAT_DER;
  const char *word = clock_interface_word(at, false);
  if (!word || (!is_der && p->method != METHOD_NONE)) return false;
  Diagnostic *d = fault_error(w->f->faults, at->span, E239,
                              "%s in a clocked equation", word);
  fault_note(w->f->faults, d, NO_SPAN,
             "sample() leads from continuous time to a clock, hold() back; "
             "a solver method lets a clock discretize equations");
  return true;
}

typedef struct Rewriting {
  Writing *w;
  const Partition *partition; /* NULL: none */
  bool is_section;            /* pre() was not written */
} Rewriting;

static FlatRewrite clocks_rewrite_node(void *context, FlatExpr **at)
{
  const Rewriting *r = context;
  const Flattening *f = r->w->f;
  FlatExpr *node = *at;
  const Partition *p = r->partition;
  bool is_made = r->is_section && node->kind == FLAT_EXPR_CALL &&
                 node->function == FLAT_PRE;
  if (p && !is_made && is_continuous(r->w, node, p)) return REWRITE_FAILED;
  if (clock_partition_is_operator(node)) {
    *at = operator_means[node->function](r->w, node, p);
    return *at ? REWRITE_DONE : REWRITE_FAILED;
  }
  if (p && node->variability > FLAT_DISCRETE) node->variability = FLAT_DISCRETE;
  if (is_outdated(f, node))
    node->variability = f->flat->var[node->variable.i].variability;
  return REWRITE_INSIDE;
}

/* A copy without operators; nothing in a clocked equation is continuous. NULL
 * after a diagnostic. The recursion follows the nesting of operators. */
static FlatExpr *clocks_rewrite(Writing *w, FlatExpr *expr, const Partition *p)
{
  return flat_rewrite(w->f->s, expr, clocks_rewrite_node,
                      &(Rewriting){w, p, false});
}

/* Where operators may stand, or variables that are discrete now. */
static bool clocks_is_rewritten(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_SHOWN:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION:
  case FLAT_AT_SUBSCRIPT: return true;
  case FLAT_AT_START: /* parameters only */
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED: return false;
  case FLAT_AT_TARGET: return false; /* discrete, or a state */
  case FLAT_AT_CLOCK: return false;  /* of equations that are gone */
  case FLAT_AT_TABLE:                /* of variables parameters only */
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: return false;
  }
  return false;
}

static void rewrite_unclocked(void *context, FlatPlace place, int at,
                              FlatExpr **expr)
{
  Writing *w = context;
  (void)place, (void)at;
  if (must_change(w->f, *expr)) *expr = clocks_rewrite(w, *expr, NULL);
}

/* --- clocked equations --- */

static void write_clocked(Writing *w, const ClockedEquation *eq)
{
  assert(eq->variable.i >= 0 && eq->value);
  const Partition *p = &w->all->partition[eq->root];
  FlatExpr *value = flat_rewrite(w->f->s, eq->value, clocks_rewrite_node,
                                 &(Rewriting){w, p, eq->is_section});
  if (!value) return;
  add_action(w, when_of(w, eq->root, eq->span), eq->span, eq->variable, value);
}

/* An assertion with a clock counts at its ticks. */
static void clocks_write_assertion(Writing *w, const FlatAssertion *a, int root)
{
  const Partition *p = &w->all->partition[root];
  FlatExpr *condition = clocks_rewrite(w, a->condition, p);
  if (!condition) return;
  FlatWhenBranch *branch = &when_of(w, root, a->span)->branch[0];
  FlatAction action = {.kind = FLAT_ACTION_ASSERT,
                       .span = a->span,
                       .value = condition,
                       .message = a->message,
                       .is_warning = a->is_warning};
  if (a->ends) {
    action.kind = FLAT_ACTION_TERMINATE;
    action.guard = types_unary(&w->f->typing, a->span, FLAT_NOT, condition);
    action.value = NULL;
  }
  branch->action =
      vector_grow(w->f->s->flat_arena, branch->action, &branch->cap_actions,
                  branch->n_actions + 1, sizeof branch->action[0]);
  branch->action[branch->n_actions++] = action;
}

static void clocks_write_assertions(Writing *w)
{
  FlatModel *flat = w->f->flat;
  int kept = 0;
  for (int k = 0; k < flat->n_assertions; k++) {
    if (w->all->assertion[k] >= 0)
      clocks_write_assertion(w, &flat->assertion[k], w->all->assertion[k]);
    else
      flat->assertion[kept++] = flat->assertion[k];
  }
  flat->n_assertions = kept;
}

/* Section 16.5.2: where other clocks tick in between, the interval that a tick
 * determines is split equally among the ticks of the counter. */
static FlatExpr *split_interval(Writing *w, const ClockBase *base,
                                FlatExpr *interval)
{
  Span span = base->expr->span;
  FlatVarId step = made_variable(w->f, "step", FLAT_REAL, FLAT_DISCRETE, span);
  add_action(w, when_of(w, base->node, span), span, step,
             clocks_scaled(w, interval, base->step));
  return clocks_variable(w, span, step);
}

/* The importer is told when the next tick is to be. */
static void write_interval(Writing *w, const ClockBase *base, FlatExpr *after)
{
  Span span = base->expr->span;
  FlatVarId id =
      made_variable(w->f, "interval", FLAT_REAL, FLAT_DISCRETE, span);
  add_action(w, when_of(w, base->node, span), span, id,
             clocks_scaled(w, after, base->step));
  clock_interface_interval(w->f, base, id);
}

/* Each tick determines the next one. */
static void clocks_write_next(Writing *w)
{
  const Typing *t = &w->f->typing;
  for (int k = 0; k < w->all->n_bases; k++) {
    const ClockBase *base = &w->all->base[k];
    if (!base->changes) continue;
    Span span = base->expr->span;
    FlatExpr *after =
        clocks_rewrite(w, base->expr->arg[0], &w->all->partition[base->node]);
    if (!after) return;
    if (base->tick.i >= 0) {
      write_interval(w, base, after);
      continue;
    }
    FlatWhen *when = when_of(w, base->node, span);
    if (base->step.d > 1) {
      after = split_interval(w, base, after);
      FlatExpr *count = clocks_variable(w, span, w->counter[k]);
      when = make_when(w, span, types_unary(t, span, FLAT_CHANGE, count));
    }
    add_action(w, when, span, w->next[k],
               types_binary(t, span, FLAT_ADD, types_time(t, span), after));
  }
}

/* --- what an importer sees --- */

/* Parameters with the intervals of clocks that the importer ticks. */
static void write_intervals(Writing *w)
{
  const Flattening *f = w->f;
  for (int k = 0; k < w->all->n_bases; k++) {
    const ClockBase *base = &w->all->base[k];
    if (base->tick.i < 0 || base->is_event || base->changes) continue;
    Span span = base->expr->span;
    FlatVarId id =
        made_variable(f, "interval", FLAT_REAL, FLAT_PARAMETER, span);
    FlatExpr *interval = clocks_scaled(w, base->expr->arg[0], base->step);
    f->flat->var[id.i].binding = interval;
    f->flat->var[id.i].evaluated = interval->variability == FLAT_CONSTANT;
    clock_interface_interval(f, base, id);
  }
}

static void write_tick_counts(Writing *w)
{
  const Typing *t = &w->f->typing;
  for (int k = 0; k < w->face.n_outputs; k++) {
    FlatVarId count = w->face.output[k].count;
    int root = w->face.output[k].root;
    Span span = w->f->flat->var[count.i].span;
    add_action(w, when_of(w, root, span), span, count,
               types_binary(t, span, FLAT_ADD, pre(w, span, count),
                            types_integer(t, span, 1)));
  }
}

/* previous(x) is what x was at the tick before. */
static void write_previous(Writing *w)
{
  const Flattening *f = w->f;
  for (int i = 0; i < w->n_previous; i++) {
    if (w->previous[i].i < 0) continue;
    const FlatVar of = f->flat->var[i];
    Name name = clock_interface_previous_name(f, of.name);
    w->previous[i].i = -1;
    if (!name) continue;
    FlatVarId id =
        made_variable_public(f, name, of.type, FLAT_DISCRETE, of.span);
    FlatVar *var = &f->flat->var[id.i];
    var->enumeration = of.enumeration;
    var->declared_type = of.declared_type;
    var->start = of.start;
    var->unit = of.unit;
    var->display_unit = of.display_unit;
    var->quantity = of.quantity;
    clock_partition_set_root(w->all, f->arena, id, w->all->root[i]);
    add_action(w, when_of(w, w->all->root[i], of.span), of.span, id,
               pre(w, of.span, (FlatVarId){i}));
    w->previous[i] = id;
  }
}

static void begin_interface(Writing *w)
{
  w->n_previous = w->all->n_rooted;
  w->previous = arena_array(w->f->arena, (size_t)w->n_previous + 1,
                            sizeof w->previous[0]);
  for (int i = 0; i < w->n_previous; i++) w->previous[i].i = -1;
}

static void finish_interface(Writing *w)
{
  write_intervals(w);
  write_tick_counts(w);
  write_previous(w);
  clock_interface_mark(w->f, w->all, w->previous, w->n_previous);
}

/* A clocked Real changes at the ticks only. */
static void make_discrete(Writing *w)
{
  for (int k = 0; k < w->all->n_equations; k++) {
    FlatVarId id = w->all->equation[k].variable;
    FlatVar *var = &w->f->flat->var[id.i];
    if (var->variability > FLAT_DISCRETE) var->variability = FLAT_DISCRETE;
  }
}

static void append_whens(Writing *w)
{
  FlatModel *flat = w->f->flat;
  flat->when = vector_grow(w->f->s->flat_arena, flat->when, &flat->cap_whens,
                           flat->n_whens + w->n_list, sizeof flat->when[0]);
  for (int k = 0; k < w->n_list; k++) flat->when[flat->n_whens++] = *w->list[k];
}

static bool clocks_has_clock(const Flattening *f)
{
  for (int i = 0; i < f->flat->n_vars; i++) {
    if (f->flat->var[i].enumeration == f->lookup->tables->clock) return true;
  }
  return f->tables->has_clocks;
}

static void flatten_clocks(const Flattening *f);

void clocks_flatten(const Flattening *f)
{
  if (clocks_has_clock(f))
    flatten_clocks(f);
  else if (f->clocks == CLOCKS_SCHEDULED)
    clock_interface_check(f, NULL);
}

static void flatten_clocks(const Flattening *f)
{
  for (int i = 0; i < f->flat->n_components; i++)
    f->flat->component[i].is_open = true; /* equations go into whens of all */
  flat_unfold(f->flat, f->s->flat_arena);
  clock_interface_inputs(f);
  clock_argument(f);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  Writing w = {.f = f, .all = clock_partition_find(f)};
  if (w.all) clock_interface_plan(f, w.all, &w.face);
  if (w.all && clock_discretize_begin(f, w.all) &&
      clock_check_start(f, w.all) && clock_index_reduce(f, w.all) &&
      clock_assign(f, w.all)) {
    clock_discretize_finish(f, w.all);
    w.when =
        arena_array(f->arena, (size_t)w.all->n_nodes + 1, sizeof w.when[0]);
    w.last =
        arena_array(f->arena, (size_t)w.all->n_nodes + 1, sizeof w.last[0]);
    begin_interface(&w);
    make_discrete(&w);
    make_counters(&w);
    for (int k = 0; k < w.all->n_equations; k++)
      write_clocked(&w, &w.all->equation[k]);
    clocks_write_assertions(&w);
    clocks_write_next(&w);
    finish_interface(&w);
    flat_each_expression(f->flat, clocks_is_rewritten, rewrite_unclocked, &w);
    append_whens(&w);
    if (f->clocks == CLOCKS_SCHEDULED) clock_interface_check(f, w.all);
  }
  arena_release(mark);
}
