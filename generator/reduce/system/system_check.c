/* system_check.c: everything refers to what is there; chains are chains,
 * aliases are flat, matchings agree. */
#include "reduce/system/system_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "reduce/system/system_visit.h"
#include "symbolic/walk.h"

/* Not assert(): the check must also work in builds that define NDEBUG. */
static void system_check_require(bool holds, const char *what, int where)
{
  if (holds) return;
  fprintf(stderr, "internal error: system invariant '%s' broken at %d\n", what,
          where);
  abort();
}

static bool *flags(int n)
{
  bool *flag = calloc((size_t)n + 1, sizeof *flag);
  system_check_require(flag != NULL, "memory", n);
  return flag;
}

/* --- variables --- */

/* A variable of the model that is there under its own name. */
static bool is_present(const System *sys, VarId v)
{
  return v.i >= 0 && v.i < sys->n_vars && sys->var[v.i].alias_of.i < 0 &&
         sys->var[v.i].kind != VAR_ABSENT;
}

static bool is_dropped(const System *sys, VarId v)
{
  return v.i >= 0 && v.i < sys->n_vars && sys->var[v.i].kind == VAR_ABSENT;
}

static void check_chain(const System *sys, int i)
{
  const Var *var = &sys->var[i];
  if (var->derivative.i >= 0) {
    system_check_require(sys->var[var->derivative.i].integral.i == i,
                         "the derivative's integral is the variable", i);
    system_check_require(
        var->kind == VAR_CONTINUOUS || var->kind == VAR_INPUT ||
            var->kind == VAR_SELECTED,
        "only continuous unknowns and inputs have derivatives", i);
    system_check_require(is_present(sys, var->derivative),
                         "a derivative is there", i);
  }
  if (var->integral.i >= 0) {
    system_check_require(sys->var[var->integral.i].derivative.i == i,
                         "the integral's derivative is the variable", i);
  }
}

static void check_pre(const System *sys, int i)
{
  const Var *var = &sys->var[i];
  if (var->pre.i >= 0) {
    system_check_require(sys->var[var->pre.i].pre_of.i == i,
                         "pre(v) knows its v", i);
    system_check_require(sys->var[var->pre.i].kind == VAR_MEMORY,
                         "pre(v) is kept", i);
  }
  if (var->pre_of.i >= 0) {
    system_check_require(sys->var[var->pre_of.i].pre.i == i,
                         "v knows its pre(v)", i);
  }
}

static void check_var(const System *sys, int i)
{
  const Var *var = &sys->var[i];
  system_check_require(var->name != NULL, "a variable has a name", i);
  check_pre(sys, i);
  if (var->alias_of.i >= 0) {
    system_check_require(var->kind == VAR_CONTINUOUS,
                         "only unknowns are aliases", i);
    system_check_require(is_present(sys, var->alias_of), "aliases are flat", i);
    system_check_require(sys->var[var->alias_of.i].kind == VAR_CONTINUOUS,
                         "aliases stand for unknowns", i);
    return;
  }
  check_chain(sys, i);
  if (var->is_dummy)
    system_check_require(var->integral.i >= 0, "dummies are derivatives", i);
  if (var->kind == VAR_CONSTANT) {
    system_check_require(var->binding.i >= 0, "constants have values", i);
  }
  system_check_require(var->set >= -1 && var->set < sys->n_sets,
                       "the set is there", i);
}

/* --- references to variables --- */

static bool every_link(VarLink link)
{
  (void)link;
  return true;
}

static void check_range(void *context, VarLink link, int at, VarId v)
{
  const System *sys = context;
  (void)link;
  system_check_require(v.i < sys->n_vars,
                       "a variable that is referred to exists", at);
}

/* Steps and combinations are reported as they were when they were made. */
static bool is_read_or_set(VarLink link)
{
  switch (link) {
  case LINK_MATCHED:
  case LINK_REINIT_STATE:
  case LINK_SAMPLED:
  case LINK_DELAYED:
  case LINK_DELAY_TIME:
  case LINK_DELAY_LONGEST:
  case LINK_DELAY_RESULT:
  case LINK_TRANSPORTED:
  case LINK_TRANSPORT_MOTION:
  case LINK_TRANSPORT_PROFILE:
  case LINK_TRANSPORT_RESULT:
  case LINK_SET_CANDIDATE:
  case LINK_SET_STATE:
  case LINK_FRAME_TIED:
  case LINK_FRAME_ALONG:
  case LINK_FRAME_ENTRY:
  case LINK_OF_MONITOR:
  case LINK_IMPULSE:
  case LINK_DECIDED:
  case LINK_OF_SYSTEM:
  case LINK_TOLERANCE: return true;
  case LINK_IN_CHAIN: /* each has a rule of its own */
  case LINK_REPRESENTATIVE:
  case LINK_IN_PRE:
  case LINK_IN_STEP: return false;
  }
  return false;
}

/* The kind that the variable has to have; false: another one. */
static bool system_check_fits(VarLink link, const Var *var)
{
  switch (link) {
  case LINK_MATCHED:
  case LINK_REINIT_STATE:
  case LINK_SET_CANDIDATE:
  case LINK_FRAME_TIED:
  case LINK_FRAME_ALONG:
    return var->kind == VAR_CONTINUOUS && var->type == VAR_REAL;
  case LINK_SAMPLED: return var->kind == VAR_MEMORY && var->type == VAR_BOOLEAN;
  case LINK_DELAYED:
  case LINK_DELAY_TIME:
  case LINK_TRANSPORTED:
  case LINK_TRANSPORT_MOTION: return var->type == VAR_REAL;
  case LINK_DELAY_LONGEST:
  case LINK_TRANSPORT_PROFILE:
    return var->type == VAR_REAL &&
           (var->kind == VAR_PARAMETER || var->kind == VAR_CONSTANT);
  case LINK_IMPULSE:
  case LINK_DELAY_RESULT:
  case LINK_TRANSPORT_RESULT: return var->kind == VAR_INPUT && var->is_internal;
  case LINK_SET_STATE: return var->kind == VAR_SELECTED;
  case LINK_FRAME_ENTRY:
  case LINK_OF_SYSTEM: return var->kind == VAR_MEMORY;
  case LINK_OF_MONITOR: return var->kind == VAR_MONITOR;
  case LINK_DECIDED: return var->kind == VAR_CONSTANT;
  case LINK_TOLERANCE:
    return var->kind == VAR_PARAMETER || var->kind == VAR_CONSTANT;
  case LINK_IN_CHAIN:
  case LINK_REPRESENTATIVE:
  case LINK_IN_PRE:
  case LINK_IN_STEP: break;
  }
  return true;
}

/* May it be an alias, which is read by its slot? */
static bool may_be_alias(VarLink link)
{
  return link == LINK_DELAYED || link == LINK_DELAY_TIME ||
         link == LINK_TRANSPORTED || link == LINK_TRANSPORT_MOTION;
}

/* The past of an alias is that of its slot. */
static void system_check_link(void *context, VarLink link, int at, VarId v)
{
  const System *sys = context;
  VarId other = may_be_alias(link) ? sys->var[v.i].alias_of : NO_VAR;
  system_check_require(is_present(sys, other.i >= 0 ? other : v),
                       "a variable that is read or set is there", at);
  system_check_require(system_check_fits(link, &sys->var[v.i]),
                       "a variable is of the kind it is used as", at);
}

/* --- expressions --- */

/* Operands come before their users: one look at each node finds it for all.
 * Nodes of functions have other variables; no place holds them. A quotation may
 * name a derivative that nothing needs any more. */
static bool *find_broken(const System *sys, bool is_quoted)
{
  const ExprTable *t = sys->exprs;
  int n = expr_count(t);
  bool *broken = flags(n);
  for (int i = 0; i < n; i++) {
    const ExprNode *node = expr_node(t, (ExprId){i});
    if (node->op == EXPR_VAR) {
      broken[i] = !is_present(sys, node->var) &&
                  !(is_quoted && is_dropped(sys, node->var));
    }
    if (walk_is_event(node)) broken[i] = node->index >= sys->n_relations;
    for (int a = 0; a < node->n_args; a++) broken[i] |= broken[node->arg[a].i];
  }
  return broken;
}

static bool system_check_is_used(ExprPlace place)
{
  switch (place) {
  case PLACE_IN_EQUATION:
  case PLACE_IN_START_RESIDUAL:
  case PLACE_AS_WRITTEN:
  case PLACE_IN_INITIAL:
  case PLACE_INITIAL_AS_WRITTEN:
  case PLACE_DISCRETE_VALUE:
  case PLACE_DISCRETE_VARIABLE:
  case PLACE_INITIAL_DISCRETE_VALUE:
  case PLACE_INITIAL_DISCRETE_VARIABLE:
  case PLACE_IN_ASSERTION:
  case PLACE_REINIT_ACTIVE:
  case PLACE_REINIT_VALUE:
  case PLACE_IN_RELATION:
  case PLACE_RELATION_TIME:
  case PLACE_RELATION_DISTANCE:
  case PLACE_IN_SAMPLE:
  case PLACE_IN_MONITOR:
  case PLACE_IN_SET:
  case PLACE_BINDING:
  case PLACE_START:
  case PLACE_BOUND:
  case PLACE_NOMINAL: return true;
  case PLACE_BEFORE_SPLIT: /* as they were when they were made */
  case PLACE_IN_COMBINATION: return false;
  }
  return false;
}

typedef struct ExprCheck {
  const System *sys;
  const bool *broken; /* [n_nodes] */
  const bool *quoted; /* [n_nodes] the same of what reports quote */
  int n_nodes;
} ExprCheck;

static void check_expression(void *context, ExprPlace place, int at, ExprId e)
{
  const ExprCheck *c = context;
  system_check_require(e.i < c->n_nodes, "an expression exists", at);
  bool is_quoted =
      place == PLACE_AS_WRITTEN || place == PLACE_INITIAL_AS_WRITTEN;
  if (!(is_quoted ? c->quoted : c->broken)[e.i]) return;
  fprintf(stderr, "place %d of %s\n", (int)place, c->sys->name);
  system_check_require(false, "an expression holds what is there", at);
}

static void check_expressions(const System *sys)
{
  bool *broken = find_broken(sys, false), *quoted = find_broken(sys, true);
  ExprCheck c = {sys, broken, quoted, expr_count(sys->exprs)};
  system_read_expressions(sys, system_check_is_used, check_expression, &c);
  free(quoted);
  free(broken);
}

/* --- equations --- */

static void check_eq(const System *sys, int k)
{
  const Eq *eq = &sys->eq[k];
  system_check_require(eq->residual.i >= 0, "an equation has a residual", k);
  system_check_require(eq->derivative.i < sys->n_eqs &&
                           eq->integral.i < sys->n_eqs,
                       "an equation of the chain exists", k);
  if (eq->derivative.i >= 0) {
    system_check_require(sys->eq[eq->derivative.i].integral.i == k,
                         "the derivative's integral is the equation", k);
  }
  if (eq->integral.i >= 0) {
    system_check_require(sys->eq[eq->integral.i].derivative.i == k,
                         "the integral's derivative is the equation", k);
  }
  system_check_require((eq->integral.i >= 0) == (k >= sys->n_given),
                       "derivatives stand after the given equations", k);
}

/* Families exist, and derivatives have those that belong to them, or none where
 * they were changed. */
static void check_family(const System *sys, int k)
{
  const Eq *eq = &sys->eq[k];
  system_check_require(eq->family >= 0 && eq->family <= sys->n_families &&
                           eq->position >= 0,
                       "the family of an equation exists", k);
  if (eq->integral.i < 0 || eq->family == 0) return;
  const Eq *from = &sys->eq[eq->integral.i];
  int derived = from->family > 0 ? sys->derived_family[from->family - 1] : 0;
  system_check_require(eq->family == derived && eq->position == from->position,
                       "a derivative has the place of what it is derived from",
                       k);
}

/* The positions of all families, one after the other: begin[f] is the first of
 * family f. Returns how many there are. */
static int list_positions(const System *sys, int *begin)
{
  int total = 0;
  for (int k = 0; k < sys->n_eqs; k++) {
    int *n = &begin[sys->eq[k].family];
    if (sys->eq[k].position >= *n) *n = sys->eq[k].position + 1;
  }
  for (int f = 0; f <= sys->n_families; f++) {
    int n = begin[f];
    begin[f] = total;
    total += n;
  }
  return total;
}

static void check_families(const System *sys)
{
  int *begin = calloc((size_t)sys->n_families + 1, sizeof *begin);
  system_check_require(begin != NULL, "memory", sys->n_families);
  for (int k = 0; k < sys->n_eqs; k++) check_family(sys, k);
  bool *taken = flags(list_positions(sys, begin));
  for (int k = 0; k < sys->n_eqs; k++) {
    const Eq *eq = &sys->eq[k];
    bool *place = &taken[begin[eq->family] + eq->position];
    system_check_require(eq->family == 0 || !*place,
                         "a place in a family is taken once", k);
    *place = true;
  }
  free(taken);
  free(begin);
}

/* Each variable is assigned once; false: none is. */
static void check_assigned(const System *sys, const Eq *eq, int n,
                           bool is_initial)
{
  bool *assigned = flags(sys->n_vars);
  for (int k = 0; k < n; k++) {
    const ExprNode *left = expr_node(sys->exprs, eq[k].left);
    system_check_require(left->op == EXPR_VAR,
                         "a discrete equation gives a variable", k);
    const Var *var = &sys->var[left->var.i];
    system_check_require(eq[k].right.i >= 0, "a discrete equation has a value",
                         k);
    system_check_require(!assigned[left->var.i],
                         "a discrete variable is given once", k);
    assigned[left->var.i] = true;
    bool is_kept = var->pre_of.i >= 0 || var->kind == VAR_PARAMETER;
    system_check_require(is_initial ? is_kept && var->is_set_at_start
                                    : var->kind == VAR_DISCRETE,
                         "a discrete equation gives a variable of its kind", k);
  }
  free(assigned);
}

static void check_matching(const System *sys)
{
  bool *taken = flags(sys->n_vars);
  for (int k = 0; k < sys->n_eqs; k++) {
    bool top = sys->eq[k].derivative.i < 0;
    VarId v = sys->eq_var[k];
    system_check_require(top == (v.i >= 0),
                         "exactly the top equations are matched", k);
    if (!top) continue;
    system_check_require(sys->var[v.i].derivative.i < 0,
                         "matched to a highest one", k);
    system_check_require(!taken[v.i], "matched once", k);
    taken[v.i] = true;
  }
  free(taken);
}

/* --- events --- */

static void check_events(const System *sys)
{
  for (int k = 0; k < sys->n_relations; k++) {
    const EventRelation *r = &sys->relation[k];
    system_check_require(r->left.i >= 0 && r->right.i >= 0,
                         "a relation has two sides", k);
    system_check_require(r->event_time.i < 0 || r->difference.i >= 0,
                         "a relation of time was looked at", k);
  }
  for (int k = 0; k < sys->n_samples; k++) {
    const Sample *sample = &sys->sample[k];
    system_check_require(sample->start.i >= 0 && sample->interval.i >= 0 &&
                             sample->var.i >= 0,
                         "a sample is complete", k);
  }
  for (int k = 0; k < sys->n_reinits; k++) {
    const Reinit *r = &sys->reinit[k];
    system_check_require(r->state.i >= 0 && r->active.i >= 0 && r->value.i >= 0,
                         "a reinit is complete", k);
  }
  for (int k = 0; k < sys->n_assertions; k++) {
    const Assertion *a = &sys->assertion[k];
    system_check_require(a->condition.i >= 0 && a->message,
                         "an assertion is complete", k);
  }
}

static void check_past(const System *sys)
{
  for (int k = 0; k < sys->n_delays; k++) {
    const Delay *d = &sys->delay[k];
    system_check_require(d->x.i >= 0 && d->T.i >= 0 && d->longest.i >= 0 &&
                             d->y.i >= 0,
                         "a delay is complete", k);
  }
  for (int k = 0; k < sys->n_transports; k++) {
    const Transport *t = &sys->transport[k];
    system_check_require(t->in0.i >= 0 && t->in1.i >= 0 && t->x.i >= 0 &&
                             t->positive.i >= 0 && t->y.i >= 0 &&
                             t->n_points > 0,
                         "a transport is complete", k);
  }
}

/* --- what the index reduction made --- */

/* At each level as many columns are chosen as there are rows, all of them
 * candidates of this set. */
static void check_set_level(const System *sys, int index, int level)
{
  const SelectionSet *set = &sys->set[index];
  int n_chosen = 0;
  for (int c = 0; c < set->n_columns; c++) {
    VarId v = system_integral(sys, set->column[c], level);
    bool chosen = set->chosen[(level - 1) * set->n_columns + c];
    system_check_require(v.i >= 0 || !chosen, "what is chosen exists", index);
    if (v.i < 0) continue;
    n_chosen += chosen;
    system_check_require(sys->var[v.i].set == index &&
                             sys->var[v.i].level == level,
                         "candidates know their set", v.i);
  }
  system_check_require(n_chosen == selection_rows(set, level),
                       "rows have columns", index);
}

static void check_set_rows(const System *sys, int index)
{
  const SelectionSet *set = &sys->set[index];
  for (int r = 0; r < set->n_rows; r++) {
    system_check_require(set->row[r].i >= 0 && set->row[r].i < sys->n_eqs,
                         "a row is an equation", index);
    system_check_require(set->order[r] >= 1 && set->order[r] <= set->n_levels,
                         "a row is differentiated", index);
    system_check_require(r == 0 || set->order[r] <= set->order[r - 1],
                         "orders fall", index);
    system_check_require(
        system_eq_integral(sys, set->row[r], set->order[r]).i >= 0,
        "a row goes down to its lowest level", index);
  }
}

static void check_set(const System *sys, int index)
{
  const SelectionSet *set = &sys->set[index];
  int n_states = 0;
  check_set_rows(sys, index);
  for (int level = 1; level <= set->n_levels; level++) {
    check_set_level(sys, index, level);
    for (int c = 0; c < set->n_columns; c++) {
      VarId v = system_integral(sys, set->column[c], level);
      n_states += v.i >= 0 && !set->chosen[(level - 1) * set->n_columns + c];
    }
  }
  system_check_require(n_states == set->n_states, "the others are states",
                       index);
  for (int k = 0; k < set->n_eliminated; k++) {
    VarId v = system_integral(sys, set->eliminated[k], 1);
    system_check_require(sys->var[v.i].set < 0,
                         "what was put in is not a candidate", v.i);
  }
}

static void check_frame(const System *sys, int k)
{
  const CoordinateFrame *f = &sys->frame[k];
  system_check_require(f->n_along > 0 && f->n_along <= f->n_columns &&
                           f->n_levels > 0,
                       "a frame has coordinates", k);
  for (int i = 0; i < f->n_along; i++) {
    VarId v = f->along[i];
    for (int l = 0; l < f->n_levels && v.i >= 0; l++) {
      v = sys->var[v.i].derivative;
    }
    system_check_require(v.i >= 0,
                         "the coordinates of a frame have derivatives", k);
  }
}

static void check_monitor(const System *sys, int k)
{
  const Monitor *m = &sys->monitor[k];
  system_check_require(m->var.i >= 0 && m->residual.i >= 0,
                       "a monitor is complete", k);
  system_check_require(m->given.i >= 0 && m->given.i < sys->n_given,
                       "a monitor is of a given equation", k);
  system_check_require(m->constraint >= 0 && m->level >= 0,
                       "a monitor has its level", k);
}

static void check_reports(const System *sys)
{
  for (int k = 0; k < sys->n_steps; k++) {
    const DifferentiationStep *step = &sys->step[k];
    for (int i = 0; i < step->n_eqs; i++) {
      system_check_require(step->eq[i].i >= 0 && step->eq[i].i < sys->n_eqs,
                           "a step is of equations", k);
    }
  }
  for (int k = 0; k < sys->n_combinations; k++) {
    const Combination *c = &sys->combination[k];
    system_check_require(c->replaced.i < sys->n_given,
                         "a given equation was replaced", k);
    for (int i = 0; i < c->n_terms; i++) {
      system_check_require(c->term[i].eq.i >= 0 &&
                               c->term[i].eq.i < sys->n_given &&
                               c->term[i].order >= 0,
                           "a term is of a given equation", k);
    }
  }
}

void system_check(const System *sys)
{
  system_check_require(sys->n_given <= sys->n_eqs,
                       "the given equations are there", 0);
  system_read_variables(sys, every_link, check_range, (void *)sys);
  for (int i = 0; i < sys->n_vars; i++) check_var(sys, i);
  for (int k = 0; k < sys->n_eqs; k++) check_eq(sys, k);
  check_families(sys);
  system_read_variables(sys, is_read_or_set, system_check_link, (void *)sys);
  check_expressions(sys);
  check_assigned(sys, sys->discrete_eq, sys->n_discrete_eqs, false);
  check_assigned(sys, sys->initial_discrete_eq, sys->n_initial_discrete_eqs,
                 true);
  if (sys->eq_var) check_matching(sys);
  check_events(sys);
  check_past(sys);
  for (int k = 0; k < sys->n_sets; k++) check_set(sys, k);
  for (int k = 0; k < sys->n_frames; k++) check_frame(sys, k);
  for (int k = 0; k < sys->n_monitors; k++) check_monitor(sys, k);
  check_reports(sys);
}
