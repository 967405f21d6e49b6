/* clock_partition.c: see clock_partition.h. */
#include "flatten/clock_partition.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/clock_calls.h"
#include "flatten/clock_discretize.h"
#include "flatten/state_machine.h"

#define LARGEST 1000000000 /* of numerators and denominators */

typedef struct Definition {
  int node;
  FlatExpr *expr;
} Definition;

/* Clock(c, solverMethod): the method of a node. */
typedef struct Choice {
  int node;
  const FlatExpr *expr; /* FLAT_CLOCK_SOLVER */
} Choice;

/* interval(to) = factor*interval(from),
 * shift(to) = shift(from) + delay*interval(from) */
typedef struct Relation {
  int to, from;
  Ratio factor, delay;
  bool is_choice; /* of Clock(c, solverMethod) */
  /* The clocks of both sides tell the factor: */
  bool is_inferred_sub, is_inferred_super;
  Span span;
} Relation;

/* An equation, or the binding of a variable. */
typedef struct Item {
  FlatVarId variable; /* of a binding; i < 0: none */
  int equation;       /* -1: a binding */
  int node;
} Item;

typedef struct Search {
  Flattening *f;
  Arena *arena;
  int *parent;
  int *group; /* as parent: of nodes whose partitions exchange values */
  bool *clocked;
  int n_nodes, cap_parents, cap_clocked;
  Definition *definition;
  int n_definitions, cap_definitions;
  Choice *choice;
  int n_choices, cap_choices;
  Relation *relation;
  int n_relations, cap_relations;
  Item *item;
  int n_items, cap_items;
  ClockPartitions *all;
  int cap_bases;
  bool failed;
} Search;

bool clock_partition_is_operator(const FlatExpr *expr)
{
  return expr->kind == FLAT_EXPR_CALL &&
         expr->function >= FLAT_CLOCK_INFERRED &&
         expr->function <= FLAT_CLOCK_FIRST;
}

/* --- ratios --- */

static int64_t gcd(int64_t a, int64_t b)
{
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static Ratio ratio(int64_t n, int64_t d)
{
  int64_t g = gcd(n, d);
  return g > 0 ? (Ratio){n / g, d / g} : (Ratio){n, d};
}

static Ratio times(Ratio a, Ratio b)
{
  Ratio x = ratio(a.n, b.d), y = ratio(b.n, a.d);
  return (Ratio){x.n * y.n, x.d * y.d};
}

static Ratio plus(Ratio a, Ratio b)
{
  return ratio(a.n * b.d + b.n * a.d, a.d * b.d);
}

static bool is_same(Ratio a, Ratio b)
{
  return a.n == b.n && a.d == b.d;
}

static bool is_large(Ratio a)
{
  return a.n > LARGEST || a.n < -LARGEST || a.d > LARGEST;
}

/* --- nodes --- */

static Diagnostic *fail(Search *s, Span span, const char *message)
{
  s->failed = true;
  return fault_error(s->f->faults, span, E239, "%s", message);
}

static int new_node(Search *s)
{
  s->parent = vector_grow(s->arena, s->parent, &s->cap_parents, s->n_nodes + 1,
                          sizeof s->parent[0]);
  s->clocked = vector_grow(s->arena, s->clocked, &s->cap_clocked,
                           s->n_nodes + 1, sizeof s->clocked[0]);
  s->parent[s->n_nodes] = s->n_nodes;
  s->clocked[s->n_nodes] = false;
  return s->n_nodes++;
}

static int find_root(int *parent, int node)
{
  while (parent[node] != node) {
    parent[node] = parent[parent[node]]; /* path halving */
    node = parent[node];
  }
  return node;
}

static int find(Search *s, int node)
{
  return find_root(s->parent, node);
}

static void unite(Search *s, int a, int b)
{
  a = find(s, a);
  b = find(s, b);
  if (a == b) return;
  s->parent[b] = a;
  s->clocked[a] |= s->clocked[b];
}

static void set_clocked(Search *s, int node)
{
  s->clocked[find(s, node)] = true;
}

/* --- what belongs together --- */

static int clock_node(Search *s, FlatExpr *clock);
static void walk(Search *s, FlatExpr *expr, int node);

static void push_relation(Search *s, Relation relation)
{
  s->relation = vector_grow(s->arena, s->relation, &s->cap_relations,
                            s->n_relations + 1, sizeof s->relation[0]);
  s->relation[s->n_relations++] = relation;
}

static void add_relation(Search *s, const FlatExpr *op, int to, int from)
{
  int64_t a = op->arg[1]->integer;
  int64_t b = op->n_args > 2 ? op->arg[2]->integer : 1;
  Ratio factor = {1, 1}, delay = {0, 1};
  bool is_sub = op->function == FLAT_CLOCK_SUB;
  bool is_super = op->function == FLAT_CLOCK_SUPER;
  if (b == 0 || a > LARGEST || b > LARGEST) {
    fail(s, op->span, "a number of this conversion is zero or too large");
    return;
  }
  if (is_sub && a > 0) factor = (Ratio){a, 1};
  if (is_super && a > 0) factor = (Ratio){1, a};
  if (op->function == FLAT_CLOCK_SHIFT) delay = ratio(a, b);
  if (op->function == FLAT_CLOCK_BACK) delay = ratio(-a, b);
  push_relation(s, (Relation){.to = to,
                              .from = from,
                              .factor = factor,
                              .delay = delay,
                              .is_inferred_sub = is_sub && a == 0,
                              .is_inferred_super = is_super && a == 0,
                              .span = op->span});
}

/* The same ticks, another partition. */
static void add_choice(Search *s, const FlatExpr *clock, int to, int from)
{
  push_relation(s, (Relation){.to = to,
                              .from = from,
                              .factor = {1, 1},
                              .delay = {0, 1},
                              .is_choice = true,
                              .span = clock->span});
  s->choice = vector_grow(s->arena, s->choice, &s->cap_choices,
                          s->n_choices + 1, sizeof s->choice[0]);
  s->choice[s->n_choices++] = (Choice){to, clock};
}

/* Its interval is told by a variable of its own partition. */
static bool changes(const FlatExpr *clock)
{
  return clock->function == FLAT_CLOCK_INTERVAL &&
         clock->n_args == CLOCK_CHANGES;
}

/* The node of a clock; the recursion follows the nesting of the text. */
static int clock_node(Search *s, FlatExpr *clock)
{
  if (clock->kind == FLAT_EXPR_VARIABLE) return clock->variable.i;
  int node = new_node(s);
  set_clocked(s, node);
  if (!clock_partition_is_operator(clock)) {
    fault_unsupported(s->f->faults, clock->span, "this expression of clocks");
    s->failed = true;
  } else if (clock->function == FLAT_CLOCK_INTERVAL ||
             clock->function == FLAT_CLOCK_EVENT) {
    s->definition = vector_grow(s->arena, s->definition, &s->cap_definitions,
                                s->n_definitions + 1, sizeof s->definition[0]);
    s->definition[s->n_definitions++] = (Definition){node, clock};
    if (changes(clock)) walk(s, clock->arg[0], node);
  } else if (clock->function == FLAT_CLOCK_SOLVER) {
    add_choice(s, clock, node, clock_node(s, clock->arg[0]));
  } else if (clock->function != FLAT_CLOCK_INFERRED) {
    add_relation(s, clock, node, clock_node(s, clock->arg[0]));
  }
  return node;
}

/* The partition of what an operator converts. */
static int argument_node(Search *s, FlatExpr *u)
{
  int node = new_node(s);
  set_clocked(s, node);
  walk(s, u, node);
  return node;
}

static void walk_operator(Search *s, FlatExpr *op, int node)
{
  if (op->function == FLAT_CLOCK_HOLD) {
    argument_node(s, op->arg[0]);
    return;
  }
  set_clocked(s, node);
  switch (op->function) {
  case FLAT_CLOCK_SAMPLE:
    if (op->n_args > 1) unite(s, node, clock_node(s, op->arg[1]));
    break;
  case FLAT_CLOCK_NO: argument_node(s, op->arg[0]); break;
  case FLAT_CLOCK_PREVIOUS:
  case FLAT_CLOCK_FIRST:
  case FLAT_CLOCK_INTERVAL_OF:
    if (op->n_args > 0) walk(s, op->arg[0], node);
    break;
  default: add_relation(s, op, node, argument_node(s, op->arg[0])); break;
  }
}

/* Everything that is directly in the expression has the clock of the node. */
static void walk(Search *s, FlatExpr *expr, int node)
{
  Arena *scratch = session_scratch(s->f->s);
  FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0) {
    FlatExpr *at = stack[--n];
    if (clock_partition_is_operator(at)) {
      walk_operator(s, at, node);
      continue;
    }
    if (at->kind == FLAT_EXPR_VARIABLE && at->variability > FLAT_PARAMETER)
      unite(s, node, at->variable.i);
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = 0; i < at->n_args; i++) stack[n++] = at->arg[i];
  }
}

static void add_item(Search *s, Item item)
{
  s->item = vector_grow(s->arena, s->item, &s->cap_items, s->n_items + 1,
                        sizeof s->item[0]);
  s->item[s->n_items++] = item;
}

/* A clock itself: nothing of it stays but a name without a meaning. */
static void drop_clock(Search *s, FlatVar *var)
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

static void walk_bindings(Search *s)
{
  FlatModel *flat = s->f->flat;
  for (int i = 0; i < flat->n_vars; i++) {
    FlatVar *var = &flat->var[i];
    FlatExpr *binding = var->binding;
    bool is_clock = is_clock_variable(var);
    if (is_clock) drop_clock(s, var);
    if (!binding || (!is_clock && var->variability <= FLAT_PARAMETER)) continue;
    if (is_clock) {
      unite(s, i, clock_node(s, binding));
      continue;
    }
    walk(s, binding, i);
    add_item(s, (Item){.variable = {i}, .equation = -1, .node = i});
  }
}

static void walk_equations(Search *s)
{
  FlatModel *flat = s->f->flat;
  const FlatExpr *clock = NULL; /* of one clause: the same for all of it */
  int when = -1;
  for (int k = 0; k < flat->n_equations; k++) {
    FlatEquation *eq = &flat->equation[k];
    if (eq->is_initial) continue;
    if (clock_is(eq->left)) {
      unite(s, clock_node(s, eq->left), clock_node(s, eq->right));
      continue;
    }
    int node = new_node(s);
    if (eq->clock) {
      if (eq->clock != clock) when = clock_node(s, eq->clock);
      clock = eq->clock;
      set_clocked(s, node);
      unite(s, node, when);
    }
    walk(s, eq->left, node);
    walk(s, eq->right, node);
    add_item(s, (Item){.variable = {-1}, .equation = k, .node = node});
  }
}

/* hold() may stand in when-equations. */
static void walk_whens(Search *s)
{
  FlatModel *flat = s->f->flat;
  for (int i = 0; i < flat->n_whens; i++) {
    int node = new_node(s);
    for (int b = 0; b < flat->when[i].n_branches; b++) {
      FlatWhenBranch *branch = &flat->when[i].branch[b];
      for (int k = 0; k < branch->n_conditions; k++)
        walk(s, branch->condition[k], node);
      for (int k = 0; k < branch->n_actions; k++) {
        if (branch->action[k].value) walk(s, branch->action[k].value, node);
      }
    }
  }
}

/* --- clocks --- */

/* Clock(n, resolution) of numbers, in seconds. */
static bool is_rational(const FlatExpr *clock, Ratio *interval)
{
  if (clock->function != FLAT_CLOCK_INTERVAL ||
      clock->n_args != CLOCK_RATIONAL || clock->arg[1]->integer <= 0 ||
      clock->arg[2]->integer <= 0) {
    return false;
  }
  *interval = ratio(clock->arg[1]->integer, clock->arg[2]->integer);
  return true;
}

static bool is_number(const FlatExpr *clock)
{
  return clock->function == FLAT_CLOCK_INTERVAL &&
         clock->arg[0]->kind == FLAT_EXPR_REAL;
}

/* Does this clock have the ticks of the partition, whose clock is known? */
static bool is_equal(const Search *s, const Partition *p, const FlatExpr *clock)
{
  const FlatExpr *other = s->all->base[p->base].expr;
  Ratio a, b;
  if (p->shift.n != 0) return false;
  if (is_rational(clock, &a) && is_rational(other, &b))
    return is_same(a, times(b, p->interval));
  return is_same(p->interval, (Ratio){1, 1}) && is_number(clock) &&
         is_number(other) && clock->arg[0]->real == other->arg[0]->real;
}

/* A base clock with a known number of ticks of this one, in partitions that
 * are tied to this one; -1: none. */
static int find_base(Search *s, const Definition *definition, Ratio *interval)
{
  Ratio mine, other;
  if (!is_rational(definition->expr, &mine)) return -1;
  int group = find_root(s->group, find(s, definition->node));
  for (int k = 0; k < s->all->n_bases; k++) {
    const ClockBase *base = &s->all->base[k];
    if (find_root(s->group, find(s, base->node)) != group ||
        !is_rational(base->expr, &other))
      continue;
    *interval = times(mine, (Ratio){other.d, other.n});
    return k;
  }
  return -1;
}

static int add_base(Search *s, const Definition *definition)
{
  ClockPartitions *all = s->all;
  const FlatExpr *expr = definition->expr;
  all->base = vector_grow(s->arena, all->base, &s->cap_bases, all->n_bases + 1,
                          sizeof all->base[0]);
  all->base[all->n_bases] = (ClockBase){
      .expr = definition->expr,
      .is_event = expr->function == FLAT_CLOCK_EVENT,
      .changes = changes(expr),
      .step = {1, 1},
      .node = definition->node};
  return all->n_bases++;
}

static void define(Search *s, const Definition *definition)
{
  Partition *p = &s->all->partition[find(s, definition->node)];
  if (p->is_known) {
    if (is_equal(s, p, definition->expr)) return;
    Diagnostic *d = fail(s, definition->expr->span,
                         "this clock and another one meet in one equation");
    fault_note(s->f->faults, d, s->all->base[p->base].expr->span,
               "the other clock");
    return;
  }
  p->is_known = true;
  p->interval = (Ratio){1, 1};
  p->shift = (Ratio){0, 1};
  p->base = find_base(s, definition, &p->interval);
  if (p->base < 0) p->base = add_base(s, definition);
}

/* Partitions that exchange values, by whatever factor. */
static void find_groups(Search *s)
{
  s->group = arena_array(s->arena, (size_t)s->n_nodes + 1, sizeof s->group[0]);
  for (int k = 0; k < s->n_nodes; k++) s->group[k] = k;
  for (int k = 0; k < s->n_relations; k++) {
    int to = find_root(s->group, find(s, s->relation[k].to));
    s->group[find_root(s->group, find(s, s->relation[k].from))] = to;
  }
}

static Partition converted(const Partition *from, const Relation *r)
{
  Partition to = *from;
  to.interval = times(from->interval, r->factor);
  to.shift = plus(from->shift, times(from->interval, r->delay));
  return to;
}

static Partition converted_back(const Partition *to, const Relation *r)
{
  Partition from = *to;
  from.interval = times(to->interval, (Ratio){r->factor.d, r->factor.n});
  Ratio delay = times(from.interval, r->delay);
  from.shift = plus(to->shift, (Ratio){-delay.n, delay.d});
  return from;
}

/* subSample(u) or superSample(u): is one interval a multiple of the other? */
static bool is_multiple(const Relation *r, const Partition *to,
                        const Partition *from)
{
  const Partition *slow = r->is_inferred_sub ? to : from;
  const Partition *fast = r->is_inferred_sub ? from : to;
  Ratio turned = {fast->interval.d, fast->interval.n};
  return to->base == from->base && is_same(to->shift, from->shift) &&
         times(slow->interval, turned).d == 1;
}

static void check_inferred(Search *s, const Relation *r)
{
  const Partition *to = &s->all->partition[find(s, r->to)];
  const Partition *from = &s->all->partition[find(s, r->from)];
  if (s->failed) return;
  if (!to->is_known || !from->is_known) {
    fail(s, r->span,
         "nothing tells the factor of this conversion: only one of its clocks "
         "is known");
  } else if (!is_multiple(r, to, from)) {
    Diagnostic *d = fail(s, r->span,
                         "no factor fits the clocks on the two sides of this "
                         "conversion");
    fault_note(s->f->faults, d, s->all->base[to->base].expr->span,
               "one of the clocks");
  }
}

/* True: something new is known. */
static bool apply(Search *s, const Relation *r)
{
  Partition *to = &s->all->partition[find(s, r->to)];
  Partition *from = &s->all->partition[find(s, r->from)];
  if (r->is_inferred_sub || r->is_inferred_super) return false;
  if (to->is_known == from->is_known && !to->is_known) return false;
  if (from->is_known) {
    Partition made = converted(from, r);
    if (to->is_known) {
      bool same = to->base == made.base &&
                  is_same(to->interval, made.interval) &&
                  is_same(to->shift, made.shift);
      if (!same && !s->failed)
        fail(s, r->span,
             "the clocks on the two sides of this conversion do "
             "not fit");
      return false;
    }
    made.is_clocked = to->is_clocked;
    *to = made;
  } else {
    Partition made = converted_back(to, r);
    made.is_clocked = from->is_clocked;
    *from = made;
  }
  if (is_large(to->interval) || is_large(to->shift)) {
    fail(s, r->span, "the factors between clocks are too large");
  }
  return true;
}

static void apply_all(Search *s)
{
  for (bool more = true; more && !s->failed;) {
    more = false;
    for (int k = 0; k < s->n_relations; k++) more |= apply(s, &s->relation[k]);
  }
}

/* Section 16.3: a state machine without a clock ticks once a second. */
static void choose_clocks(Search *s)
{
  Flattening *f = s->f;
  if (!f->machines) return;
  for (int k = 0; k < s->n_nodes && !s->failed; k++) {
    const Partition *p = &s->all->partition[k];
    if (find(s, k) != k || !p->is_clocked || p->is_known) continue;
    Span span = f->machines->state[0].span;
    FlatExpr *second = types_real(&f->typing, span, 1);
    define(s,
           &(Definition){k, types_clock(&f->typing, span, FLAT_CLOCK_INTERVAL,
                                        FLAT_ENUMERATION, f->lookup->clock,
                                        &second, 1)});
    fault_warning(f->faults, span, W206,
                  "nothing tells the clock of the state machine: it ticks once "
                  "a second");
    apply_all(s);
  }
}

/* --- solver methods --- */

static void choose_method(Search *s, const Choice *choice)
{
  Partition *p = &s->all->partition[find(s, choice->node)];
  ClockMethod method = clock_discretize_method(choice->expr->arg[1]->string);
  if (p->method != METHOD_NONE && method != METHOD_NONE &&
      p->method != method) {
    fail(s, choice->expr->span,
         "this solver method and another one meet in one partition");
  }
  if (method != METHOD_NONE) p->method = method;
}

/* A partition without a method takes that of a partition it exchanges values
 * with. True: one was found. */
static bool pass_method(Search *s, const Relation *r)
{
  Partition *to = &s->all->partition[find(s, r->to)];
  Partition *from = &s->all->partition[find(s, r->from)];
  if (r->is_choice || !to->method == !from->method) return false;
  if (to->method == METHOD_NONE) to->method = from->method;
  from->method = to->method;
  return true;
}

static void infer_methods(Search *s)
{
  for (int k = 0; k < s->n_choices && !s->failed; k++)
    choose_method(s, &s->choice[k]);
  for (bool more = true; more && !s->failed;) {
    more = false;
    for (int k = 0; k < s->n_relations; k++)
      more |= pass_method(s, &s->relation[k]);
  }
}

static void infer(Search *s)
{
  ClockPartitions *all = s->all;
  all->n_nodes = s->n_nodes;
  all->partition =
      arena_array(s->arena, (size_t)s->n_nodes + 1, sizeof all->partition[0]);
  for (int k = 0; k < s->n_nodes; k++)
    all->partition[k].is_clocked = s->clocked[find(s, k)];
  find_groups(s);
  for (int k = 0; k < s->n_definitions; k++) define(s, &s->definition[k]);
  apply_all(s);
  choose_clocks(s);
  for (int k = 0; k < s->n_relations && !s->failed; k++) {
    const Relation *r = &s->relation[k];
    apply(s, r); /* all fit? */
    if (r->is_inferred_sub || r->is_inferred_super) check_inferred(s, r);
  }
}

/* The ticks of all partitions are ticks of the counter of their base clock. */
static void count_in_ticks(Search *s)
{
  ClockPartitions *all = s->all;
  for (int k = 0; k < s->n_nodes; k++) {
    const Partition *p = &all->partition[k];
    if (find(s, k) != k || !p->is_known || !p->is_clocked) continue;
    ClockBase *base = &all->base[p->base];
    int64_t d = base->step.d;
    d = d / gcd(d, p->interval.d) * p->interval.d;
    d = d / gcd(d, p->shift.d) * p->shift.d;
    base->step = (Ratio){1, d};
    if ((base->is_event || base->changes) && d > 1)
      fail(s, base->expr->span,
           base->is_event ? "a clock with a condition has no ticks between "
                            "its ticks"
                          : "a clock whose interval changes has no ticks "
                            "between its ticks");
    if (d > LARGEST) fail(s, base->expr->span, "the clock ticks too often");
    if (p->shift.n < 0)
      fail(s, base->expr->span, "a clock would tick before this one");
  }
  for (int k = 0; k < s->n_nodes; k++) {
    Partition *p = &all->partition[k];
    if (!p->is_known || s->failed) continue;
    int64_t d = all->base[p->base].step.d;
    p->every = p->interval.n * (d / p->interval.d);
    p->first = p->shift.n * (d / p->shift.d);
  }
}

/* --- equations --- */

ClockedEquation *clock_partition_add(ClockPartitions *all, Arena *arena)
{
  all->equation = vector_grow(arena, all->equation, &all->cap_equations,
                              all->n_equations + 1, sizeof all->equation[0]);
  ClockedEquation *eq = &all->equation[all->n_equations++];
  *eq = (ClockedEquation){0};
  return eq;
}

void clock_partition_set_root(ClockPartitions *all, Arena *arena, FlatVarId id,
                              int root)
{
  all->root = vector_grow(arena, all->root, &all->cap_roots, id.i + 1,
                          sizeof all->root[0]);
  all->root[id.i] = root;
}

static void set_roots(Search *s)
{
  for (int k = 0; k < s->all->n_bases; k++) {
    s->all->base[k].node = find(s, s->all->base[k].node);
  }
  for (int i = 0; i < s->f->flat->n_vars; i++) {
    int root = find(s, i);
    bool is_clocked = s->all->partition[root].is_clocked;
    clock_partition_set_root(s->all, s->arena, (FlatVarId){i},
                             is_clocked ? root : -1);
  }
}

static void report_no_clock(Search *s, const Item *item)
{
  FlatModel *flat = s->f->flat;
  Span span = item->equation >= 0 ? flat->equation[item->equation].span
                                  : flat->var[item->variable.i].span;
  s->failed = true;
  if (s->f->s->n_errors > 0) return; /* its clock may have been refused */
  Diagnostic *d = fail(s, span, "nothing tells the clock of this equation");
  fault_note(s->f->faults, d, NO_SPAN,
             "sample(u, Clock(0.1)), or 'when Clock(0.1) then' does");
}

/* What is clocked leaves the flat model: a binding here. */
static void take(Search *s, const Item *item)
{
  FlatModel *flat = s->f->flat;
  ClockedEquation *eq = clock_partition_add(s->all, s->arena);
  eq->root = find(s, item->node);
  eq->variable = item->variable;
  if (item->equation >= 0) {
    const FlatEquation *from = &flat->equation[item->equation];
    eq->left = from->left;
    eq->right = from->right;
    eq->span = from->span;
    return;
  }
  FlatVar *var = &flat->var[item->variable.i];
  eq->span = var->span;
  eq->left = types_variable(&s->f->typing, var->span, item->variable, var);
  eq->right = var->binding;
  var->binding = NULL;
}

static void take_clocked(Search *s)
{
  for (int k = 0; k < s->n_items && !s->failed; k++) {
    const Item *item = &s->item[k];
    const Partition *p = &s->all->partition[find(s, item->node)];
    if (!p->is_clocked) continue;
    if (!p->is_known) report_no_clock(s, item);
    take(s, item);
  }
}

/* After the equations were taken: those that stay. */
static void keep_equations(Search *s)
{
  FlatModel *flat = s->f->flat;
  bool *is_gone =
      arena_array(s->arena, (size_t)flat->n_equations + 1, sizeof(bool));
  for (int k = 0; k < s->n_items; k++) {
    const Item *item = &s->item[k];
    if (item->equation < 0) continue;
    is_gone[item->equation] = s->all->partition[find(s, item->node)].is_clocked;
  }
  int kept = 0;
  for (int k = 0; k < flat->n_equations; k++) {
    if (is_gone[k] || clock_is(flat->equation[k].left)) continue;
    flat->equation[kept++] = flat->equation[k];
  }
  flat->n_equations = kept;
}

ClockPartitions *clock_partition_find(Flattening *f)
{
  Search s = {.f = f, .arena = f->arena};
  s.all = arena_alloc(f->arena, sizeof *s.all);
  for (int i = 0; i < f->flat->n_vars; i++) new_node(&s);
  walk_bindings(&s);
  walk_equations(&s);
  walk_whens(&s);
  if (!s.failed) infer(&s);
  if (!s.failed) infer_methods(&s);
  if (!s.failed) count_in_ticks(&s);
  if (!s.failed) set_roots(&s);
  if (!s.failed) take_clocked(&s);
  if (s.failed) return NULL;
  keep_equations(&s);
  return s.all;
}
