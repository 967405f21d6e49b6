/* clock_infer.c: see clock_search.h. */
#include <assert.h>

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/clocks/clock_discretize.h"
#include "flatten/clocks/clock_search.h"
#include "flatten/clocks/state_machine.h"

/* --- clocks --- */

static bool clock_infer_is_large(Ratio a)
{
  return a.n > CLOCK_LARGEST || a.n < -CLOCK_LARGEST || a.d > CLOCK_LARGEST;
}

/* Clock(n, resolution) of numbers, in seconds. */
static bool is_rational(const FlatExpr *clock, Ratio *interval)
{
  if (clock->function != FLAT_CLOCK_INTERVAL ||
      clock->n_args != CLOCK_RATIONAL || clock->arg[1]->integer <= 0 ||
      clock->arg[2]->integer <= 0) {
    return false;
  }
  *interval = ratio_make(clock->arg[1]->integer, clock->arg[2]->integer);
  return true;
}

/* The same constructor, also of several elements of an array. */
static bool clock_infer_is_one(const FlatExpr *a, const FlatExpr *b)
{
  return a == b ||
         (a->function == b->function && a->span.begin == b->span.begin &&
          a->span.source == b->span.source);
}

/* Does this clock have the ticks of the partition, whose clock is known? */
static bool clock_infer_is_equal(const ClockSearch *s, const Partition *p,
                                 const FlatExpr *clock)
{
  assert(p->is_known && p->base < s->all->n_bases);
  const FlatExpr *other = s->all->base[p->base].expr;
  Ratio a, b;
  if (p->shift.n != 0) return false;
  if (is_rational(clock, &a) && is_rational(other, &b))
    return ratio_is_same(a, ratio_times(b, p->interval));
  return ratio_is_same(p->interval, (Ratio){1, 1}) &&
         clock_infer_is_one(clock, other);
}

/* A base clock with a known number of ticks of this one, in partitions that
 * are tied to this one; -1: none. */
static int find_base(ClockSearch *s, const ClockDefinition *definition,
                     Ratio *interval)
{
  Ratio mine, other;
  if (!is_rational(definition->expr, &mine)) return -1;
  int group =
      clock_search_root(s->group, clock_search_find(s, definition->node));
  for (int k = 0; k < s->all->n_bases; k++) {
    const ClockBase *base = &s->all->base[k];
    if (clock_search_root(s->group, clock_search_find(s, base->node)) !=
            group ||
        !is_rational(base->expr, &other))
      continue;
    *interval = ratio_times(mine, (Ratio){other.d, other.n});
    return k;
  }
  return -1;
}

static int add_base(ClockSearch *s, const ClockDefinition *definition)
{
  ClockPartitions *all = s->all;
  const FlatExpr *expr = definition->expr;
  assert(expr->function == FLAT_CLOCK_INTERVAL ||
         expr->function == FLAT_CLOCK_EVENT);
  all->base = vector_grow(s->arena, all->base, &s->cap_bases, all->n_bases + 1,
                          sizeof all->base[0]);
  all->base[all->n_bases] =
      (ClockBase){.expr = definition->expr,
                  .is_event = expr->function == FLAT_CLOCK_EVENT,
                  .changes = clock_search_changes(expr),
                  .step = {1, 1},
                  .node = definition->node,
                  .tick = {-1}};
  return all->n_bases++;
}

static void clock_infer_define(ClockSearch *s,
                               const ClockDefinition *definition)
{
  Partition *p = &s->all->partition[clock_search_find(s, definition->node)];
  if (p->is_known) {
    if (clock_infer_is_equal(s, p, definition->expr)) return;
    Diagnostic *d =
        clock_search_fail(s, definition->expr->span,
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
static void find_groups(ClockSearch *s)
{
  s->group = arena_array(s->arena, (size_t)s->n_nodes + 1, sizeof s->group[0]);
  for (int k = 0; k < s->n_nodes; k++) s->group[k] = k;
  for (int k = 0; k < s->n_relations; k++) {
    int to =
        clock_search_root(s->group, clock_search_find(s, s->relation[k].to));
    s->group[clock_search_root(s->group,
                               clock_search_find(s, s->relation[k].from))] = to;
  }
}

static Partition clock_infer_converted(const Partition *from,
                                       const ClockRelation *r)
{
  Partition to = *from;
  to.interval = ratio_times(from->interval, r->factor);
  to.shift = ratio_plus(from->shift, ratio_times(from->interval, r->delay));
  return to;
}

static Partition converted_back(const Partition *to, const ClockRelation *r)
{
  assert(r->factor.n > 0 && r->factor.d > 0);
  Partition from = *to;
  from.interval = ratio_times(to->interval, (Ratio){r->factor.d, r->factor.n});
  Ratio delay = ratio_times(from.interval, r->delay);
  from.shift = ratio_plus(to->shift, (Ratio){-delay.n, delay.d});
  return from;
}

/* subSample(u) or superSample(u): is one interval a multiple of the other? */
static bool is_multiple(const ClockRelation *r, const Partition *to,
                        const Partition *from)
{
  const Partition *slow = r->is_inferred_sub ? to : from;
  const Partition *fast = r->is_inferred_sub ? from : to;
  Ratio turned = {fast->interval.d, fast->interval.n};
  return to->base == from->base && ratio_is_same(to->shift, from->shift) &&
         ratio_times(slow->interval, turned).d == 1;
}

static void check_inferred(ClockSearch *s, const ClockRelation *r)
{
  const Partition *to = &s->all->partition[clock_search_find(s, r->to)];
  const Partition *from = &s->all->partition[clock_search_find(s, r->from)];
  if (s->failed) return;
  if (!to->is_known || !from->is_known) {
    clock_search_fail(s, r->span,
                      "nothing determines the factor of this conversion: only "
                      "one of its clocks is known");
  } else if (!is_multiple(r, to, from)) {
    Diagnostic *d =
        clock_search_fail(s, r->span,
                          "no factor fits the clocks on the two sides of this "
                          "conversion");
    fault_note(s->f->faults, d, s->all->base[to->base].expr->span,
               "one of the clocks");
  }
}

/* True: something new is known. */
static bool clock_infer_apply(ClockSearch *s, const ClockRelation *r)
{
  Partition *to = &s->all->partition[clock_search_find(s, r->to)];
  Partition *from = &s->all->partition[clock_search_find(s, r->from)];
  if (r->is_inferred_sub || r->is_inferred_super || r->is_apart) return false;
  if (to->is_known == from->is_known && !to->is_known) return false;
  if (from->is_known) {
    Partition made = clock_infer_converted(from, r);
    if (to->is_known) {
      bool same = to->base == made.base &&
                  ratio_is_same(to->interval, made.interval) &&
                  ratio_is_same(to->shift, made.shift);
      if (!same && !s->failed)
        clock_search_fail(s, r->span,
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
  if (clock_infer_is_large(to->interval) || clock_infer_is_large(to->shift)) {
    clock_search_fail(s, r->span, "the factors between clocks are too large");
  }
  return true;
}

static void apply_all(ClockSearch *s)
{
  for (bool more = true; more && !s->failed;) {
    more = false;
    for (int k = 0; k < s->n_relations; k++)
      more |= clock_infer_apply(s, &s->relation[k]);
  }
}

/* noClock(u): section 16.5.2. */
static void check_apart(ClockSearch *s, const ClockRelation *r)
{
  const Partition *to = &s->all->partition[clock_search_find(s, r->to)];
  const Partition *from = &s->all->partition[clock_search_find(s, r->from)];
  if (!to->is_known || !from->is_known || to->base == from->base) return;
  Diagnostic *d = clock_search_fail(
      s, r->span,
      "noClock() takes a value with the same base clock as the equation, and "
      "this one has another (section 16.5.2)");
  fault_note(s->f->faults, d, s->all->base[from->base].expr->span,
             "the clock of the value");
}

/* --- a clock for partitions that have none --- */

/* The fastest partition of a base clock that was chosen has its ticks. */
static void scale_to_fastest(ClockSearch *s, int base)
{
  Ratio fastest = {1, 1};
  for (int k = 0; k < s->n_nodes; k++) {
    const Partition *p = &s->all->partition[k];
    if (!p->is_known || p->base != base) continue;
    assert(p->interval.n > 0);
    if (p->interval.n * fastest.d < fastest.n * p->interval.d)
      fastest = p->interval;
  }
  Ratio by = {fastest.d, fastest.n};
  for (int k = 0; k < s->n_nodes; k++) {
    Partition *p = &s->all->partition[k];
    if (!p->is_known || p->base != base) continue;
    p->interval = ratio_times(p->interval, by);
    p->shift = ratio_times(p->shift, by);
  }
}

/* NULL: there are none. */
static const State *clock_infer_first_state(const ClockSearch *s)
{
  const StateMachines *machines = s->f->tables->machines;
  return machines && machines->n_states > 0 ? &machines->state[0] : NULL;
}

/* Section 16.3: partitions without a clock tick once a second. */
static void choose_clock(ClockSearch *s, int root, Span span)
{
  const Flattening *f = s->f;
  FlatExpr *second = types_real(&f->typing, span, 1);
  clock_infer_define(
      s, &(ClockDefinition){root,
                            types_clock(&f->typing, span, FLAT_CLOCK_INTERVAL,
                                        FLAT_ENUMERATION,
                                        f->lookup->tables->clock, &second, 1)});
  fault_warning(f->faults, span, W206,
                clock_infer_first_state(s)
                    ? "nothing determines the clock of the state machine: it "
                      "ticks once a second"
                    : "nothing determines the clock of this equation: it ticks "
                      "once a second");
  apply_all(s);
  scale_to_fastest(s, s->all->partition[root].base);
}

/* Of partitions that exchange values one clock is enough. */
static void choose_clocks(ClockSearch *s)
{
  const State *state = clock_infer_first_state(s);
  bool *has_clock =
      arena_array(s->arena, (size_t)s->n_nodes + 1, sizeof has_clock[0]);
  for (int k = 0; k < s->n_nodes; k++) {
    int root = clock_search_find(s, k);
    if (s->all->partition[root].is_known)
      has_clock[clock_search_root(s->group, root)] = true;
  }
  if (s->f->s->n_errors > 0) return; /* its clock may have been refused */
  for (int k = 0; k < s->n_items && !s->failed; k++) {
    int root = clock_search_find(s, s->item[k].node);
    const Partition *p = &s->all->partition[root];
    bool *has = &has_clock[clock_search_root(s->group, root)];
    if (!p->is_clocked || p->is_known || *has) continue;
    *has = true;
    choose_clock(s, root,
                 state ? state->span : clock_search_span(s, &s->item[k]));
  }
}

/* --- solver methods --- */

static void choose_method(ClockSearch *s, const ClockChoice *choice)
{
  assert(choice->expr->function == FLAT_CLOCK_SOLVER);
  Partition *p = &s->all->partition[clock_search_find(s, choice->node)];
  ClockMethod method = clock_discretize_method(choice->expr->arg[1]->string);
  if (p->method != METHOD_NONE && method != METHOD_NONE &&
      p->method != method) {
    clock_search_fail(
        s, choice->expr->span,
        "this solver method and another one meet in one partition");
  }
  if (method != METHOD_NONE) p->method = method;
}

/* Partitions without a method that exchange values are one set, which takes
 * the method of the partitions it exchanges values with (section 16.8.4):
 * the forest of the sets. */
static int *find_sets(ClockSearch *s)
{
  int *set = arena_array(s->arena, (size_t)s->n_nodes + 1, sizeof set[0]);
  for (int k = 0; k < s->n_nodes; k++) set[k] = k;
  for (int k = 0; k < s->n_relations; k++) {
    const ClockRelation *r = &s->relation[k];
    int to = clock_search_find(s, r->to), from = clock_search_find(s, r->from);
    if (r->is_choice || s->all->partition[to].method != METHOD_NONE ||
        s->all->partition[from].method != METHOD_NONE)
      continue;
    set[clock_search_root(set, to)] = clock_search_root(set, from);
  }
  return set;
}

static void pass_method(ClockSearch *s, const ClockRelation *r, int *set,
                        ClockMethod *found)
{
  int to = clock_search_find(s, r->to), from = clock_search_find(s, r->from);
  ClockMethod a = s->all->partition[to].method;
  ClockMethod b = s->all->partition[from].method;
  if (r->is_choice || !a == !b) return;
  ClockMethod *known = &found[clock_search_root(set, a ? from : to)];
  ClockMethod method = a ? a : b;
  if (*known != METHOD_NONE && *known != method && !s->failed)
    clock_search_fail(s, r->span,
                      "two solver methods could be meant for this partition: "
                      "Clock(c, solverMethod) tells which one (section "
                      "16.8.4)");
  *known = method;
}

static void infer_methods(ClockSearch *s)
{
  for (int k = 0; k < s->n_choices && !s->failed; k++)
    choose_method(s, &s->choice[k]);
  int *set = find_sets(s);
  ClockMethod *found =
      arena_array(s->arena, (size_t)s->n_nodes + 1, sizeof found[0]);
  for (int k = 0; k < s->n_relations; k++)
    pass_method(s, &s->relation[k], set, found);
  for (int k = 0; k < s->n_nodes; k++) {
    Partition *p = &s->all->partition[k];
    if (p->method == METHOD_NONE) p->method = found[clock_search_root(set, k)];
  }
}

static void infer_clocks(ClockSearch *s)
{
  ClockPartitions *all = s->all;
  all->n_nodes = s->n_nodes;
  all->partition =
      arena_array(s->arena, (size_t)s->n_nodes + 1, sizeof all->partition[0]);
  for (int k = 0; k < s->n_nodes; k++)
    all->partition[k].is_clocked = s->clocked[clock_search_find(s, k)];
  find_groups(s);
  for (int k = 0; k < s->n_definitions; k++)
    clock_infer_define(s, &s->definition[k]);
  apply_all(s);
  choose_clocks(s);
  for (int k = 0; k < s->n_relations && !s->failed; k++) {
    const ClockRelation *r = &s->relation[k];
    clock_infer_apply(s, r); /* all fit? */
    if (r->is_inferred_sub || r->is_inferred_super) check_inferred(s, r);
    if (r->is_apart) check_apart(s, r);
  }
}

/* The conversion that makes the clock of a partition; else its clock. */
static Span clock_infer_span(ClockSearch *s, int root)
{
  for (int k = 0; k < s->n_relations; k++) {
    const ClockRelation *r = &s->relation[k];
    if (!r->is_choice && !r->is_apart && clock_search_find(s, r->to) == root)
      return r->span;
  }
  return s->all->base[s->all->partition[root].base].expr->span;
}

/* The ticks of all partitions are ticks of the counter of their base clock. */
static void count_in_ticks(ClockSearch *s)
{
  ClockPartitions *all = s->all;
  for (int k = 0; k < s->n_nodes; k++) {
    const Partition *p = &all->partition[k];
    if (clock_search_find(s, k) != k || !p->is_known || !p->is_clocked)
      continue;
    ClockBase *base = &all->base[p->base];
    int64_t d = base->step.d;
    d = d / ratio_gcd(d, p->interval.d) * p->interval.d;
    d = d / ratio_gcd(d, p->shift.d) * p->shift.d;
    base->step = (Ratio){1, d};
    if (base->is_event && d > 1)
      clock_search_fail(s, clock_infer_span(s, k),
                        "a clock with a condition has no ticks between its "
                        "ticks (section 16.5.2)");
    if (d > CLOCK_LARGEST)
      clock_search_fail(s, base->expr->span, "the clock ticks too often");
    if (p->shift.n < 0)
      clock_search_fail(s, clock_infer_span(s, k),
                        "this would tick before its base clock does (section "
                        "16.5.2)");
    if (s->failed) return;
  }
  for (int k = 0; k < s->n_nodes; k++) {
    Partition *p = &all->partition[k];
    if (!p->is_known || s->failed) continue;
    int64_t d = all->base[p->base].step.d;
    p->every = p->interval.n * (d / p->interval.d);
    p->first = p->shift.n * (d / p->shift.d);
    assert(p->every > 0);
  }
}

void clock_infer(ClockSearch *s)
{
  infer_clocks(s);
  if (!s->failed) infer_methods(s);
  if (!s->failed) count_in_ticks(s);
}
