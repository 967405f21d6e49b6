/* reduced_build.c: sequences first, then slots, variables and structure. */
#include "reduce/reduced_build.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "reduce/blocks/assertion_kinds.h"
#include "reduce/blocks/constant_between_events.h"
#include "reduce/blocks/divisors.h"
#include "reduce/blocks/implicit.h"
#include "reduce/blocks/jacobian_pattern.h"
#include "reduce/blocks/parameters.h"
#include "reduce/blocks/start_preference.h"
#include "reduce/blocks/tangent.h"
#include "reduce/blocks/tunable.h"
#include "reduce/initial/initial.h"
#include "reduce/initial/sign_symmetry.h"
#include "reduce/initial/start_propagation.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/structure/given_index.h"
#include "reduce/system/derivative_unit.h"
#include "reduce/system/expose.h"
#include "reduce/system/guess.h"
#include "reduce/system/start_point.h"
#include "symbolic/expr_memo.h"
#include "symbolic/gradient_memo.h"

typedef struct Build {
  Session *s;
  const System *sys;
  System *own; /* the same: initial.c may add assertions */
  Walk *walk;
  Arena *scratch, *arena;
  ReducedSystem *r;
  bool *pinned;  /* [n_vars] the start value is an initial condition */
  bool *guessed; /* [n_vars] iterated for in the initial system */
  bool *kept;    /* [n_vars] discrete, keeps its start value at the start */
  ExprId *guess; /* [n_vars] first value where no start is given; NO_EXPR */
  StartPoint *point;
} Build;

/* --- sequences --- */

/* The rows that belong to a level of a selection set. */
static bool *level_rows(Build *b, int n_rows)
{
  const System *sys = b->sys;
  bool *in_level = arena_array(b->scratch, (size_t)n_rows, sizeof(bool));
  for (int k = 0; k < sys->n_sets; k++) {
    const SelectionSet *set = &sys->set[k];
    for (int r = 0; r < set->n_rows; r++) {
      for (int level = 1; level <= set->order[r]; level++) {
        in_level[system_eq_integral(sys, set->row[r], level).i] = true;
      }
    }
  }
  return in_level;
}

/* What holds at the start only is no part of the running model. */
static void leave_out_start_rows(const System *sys, Plan *plan)
{
  for (int k = 0; k < plan->n_rows; k++) {
    EqId e = plan->row[k].eq;
    if (e.i < 0 || !sys->eq[e.i].start_only) continue;
    plan->row[k].absorbed = true;
    plan->m->row[k].n = 0;
  }
}

static bool continuous_plan(Build *b)
{
  const System *sys = b->sys;
  Plan *plan = plan_begin(sys, b->walk, false, b->scratch);
  plan->known = &b->r->initial;
  for (int i = 0; i < sys->n_vars; i++) {
    if (sys->var[i].role == ROLE_STATE || sys->var[i].set >= 0) {
      plan->m->excluded[i] = true;
    }
  }
  leave_out_start_rows(sys, plan);
  bool *in_level = level_rows(b, plan->n_rows);
  for (int k = 0; k < plan->n_rows; k++) {
    const PlanRow *row = &plan->row[k];
    if (row->assigned.i >= 0 || row->absorbed || in_level[k]) continue;
    bool matched = matching_augment(plan->m, k);
    assert(matched); /* the index reduction guarantees it */
    (void)matched;
  }
  plan_join_levels(sys, b->walk, plan, b->scratch);
  return plan_blocks(b->s, sys, b->walk, plan, &b->r->continuous, b->arena);
}

/* Aliases with a minus sign are computed behind everything else. */
static void append_negative_aliases(Build *b, BlockSequence *sequence)
{
  const System *sys = b->sys;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->alias_of.i < 0 || !var->alias_negative) continue;
    ExprId value = expr_neg(sys->exprs, expr_var(sys->exprs, var->alias_of));
    ReducedBlock block =
        block_assignment((VarId){i}, value, var->span, b->arena);
    block_append(sequence, &block, b->arena);
  }
}

/* So are the residuals of constraints. */
static void append_monitors(Build *b, BlockSequence *sequence)
{
  const System *sys = b->sys;
  for (int k = 0; k < sys->n_monitors; k++) {
    const Monitor *m = &sys->monitor[k];
    ReducedBlock block =
        block_assignment(m->var, m->residual, m->span, b->arena);
    block_append(sequence, &block, b->arena);
  }
}

static bool plan_parameters(Build *b)
{
  return parameters_plan(b->s, b->sys, b->walk, &b->r->parameters, b->arena);
}

static bool plan_initial(Build *b)
{
  return initial_plan(b->s, b->own, b->walk, b->pinned, &b->r->initial,
                      b->arena);
}

static bool fill_tangents(Build *b)
{
  ReducedSystem *r = b->r;
  append_negative_aliases(b, &r->initial);
  append_negative_aliases(b, &r->continuous);
  append_monitors(b, &r->initial);
  append_monitors(b, &r->continuous);
  tangent_fill(b->sys, b->walk, &r->parameters, true, b->arena);
  tangent_fill(b->sys, b->walk, &r->initial, true, b->arena);
  tangent_fill_known(b->sys, b->walk, &r->continuous, &r->initial, b->arena);
  implicit_make(b->sys, b->walk, r, b->arena, b->scratch);
  return true;
}

/* One step, its scratch memory given back and its cost booked. */
static bool run_step(Build *b, const char *name, bool (*step)(Build *b))
{
  ArenaMark mark = arena_mark(b->scratch);
  bool ok = step(b);
  arena_release(mark);
  cost_end(b->s, name);
  return ok;
}

/* What is iterated for in the initial system needs first values. */
static void begin_iterations(Build *b)
{
  BlockSequence *initial = &b->r->initial;
  for (int k = 0; k < initial->n_blocks; k++) {
    ReducedBlock *block = &initial->block[k];
    bool is_loop = block->kind == BLOCK_SOLVE && !block->linear;
    bool reads_starts = block->kind == BLOCK_LEAST || is_loop;
    for (int i = 0; reads_starts && i < block->n_columns; i++) {
      b->guessed[block->unknown[i].i] = true;
    }
    if (!is_loop) continue;
    start_propagation_find(b->sys, b->walk, block, b->arena, b->scratch);
  }
  b->guess = guess_starts(b->sys, b->walk, b->guessed, b->scratch);
  sign_symmetry_find(b->s, b->sys, b->walk, initial, b->point, b->guess);
}

static bool make_sequences(Build *b)
{
  ReducedSystem *r = b->r;
  bool ok = run_step(b, "parameters", plan_parameters);
  ok &= run_step(b, "initial", plan_initial);
  if (!ok || !run_step(b, "continuous", continuous_plan)) return false;
  divisors_sort(b->sys, b->walk, r, b->arena, b->scratch);
  run_step(b, "tangent", fill_tangents);
  if (b->sys->gradient_memo) gradient_memo_forget(b->sys->gradient_memo);
  begin_iterations(b);
  cost_end(b->s, "guess");
  for (int k = 0; k < b->sys->n_discrete_eqs; k++) {
    const Eq *eq = &b->sys->discrete_eq[k];
    int v = expr_node(b->sys->exprs, eq->left)->var.i;
    b->kept[v] = eq->is_when && !eq->runs_initially &&
                 !b->sys->var[b->sys->var[v].pre.i].is_set_at_start;
  }
  return true;
}

/* --- slots --- */

static void make_slots(Build *b)
{
  const System *sys = b->sys;
  ReducedSystem *r = b->r;
  int next[] = {[VAR_REAL] = 1, [VAR_INTEGER] = 0, [VAR_BOOLEAN] = 0};
  r->slot = arena_array(b->arena, (size_t)sys->n_vars, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->alias_of.i >= 0 && !var->alias_negative) continue;
    r->slot[i] = next[var->type]++;
  }
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->alias_of.i < 0 || var->alias_negative) continue;
    r->slot[i] = r->slot[var->alias_of.i];
  }
  r->n_real = next[VAR_REAL];
  r->n_integer = next[VAR_INTEGER];
  r->n_boolean = next[VAR_BOOLEAN];
}

/* --- variables --- */

static bool is_positive_alias(const Var *var)
{
  return var->alias_of.i >= 0 && !var->alias_negative;
}

/* FMI 2.0 section 2.2.7, table of allowed combinations. */
static void classify(Build *b, VarId id, ReducedVar *rv)
{
  const Var *var = &b->sys->var[id.i];
  rv->causality = var->is_output ? FMI_OUTPUT : FMI_LOCAL;
  rv->initial = FMI_CALCULATED;
  switch (var->kind) {
  case VAR_CONSTANT:
    rv->variability = FMI_CONSTANT;
    rv->initial = FMI_EXACT;
    break;
  case VAR_PARAMETER:
    rv->variability = b->r->tunable[id.i] ? FMI_TUNABLE : FMI_FIXED;
    if (!b->pinned[id.i] &&
        (var->is_set_at_start || parameter_is_dependent(b->sys, id))) {
      rv->causality = FMI_CALCULATED_PARAMETER;
      if (b->guessed[id.i] && parameter_is_free(var)) rv->initial = FMI_APPROX;
    } else {
      rv->causality = FMI_PARAMETER;
      rv->initial = FMI_EXACT;
    }
    break;
  case VAR_INPUT:
    rv->causality = FMI_INPUT;
    rv->variability = var->is_held ? FMI_DISCRETE : FMI_CONTINUOUS;
    rv->initial = FMI_INITIAL_NONE;
    break;
  case VAR_MEMORY: assert(false); break; /* internal */
  case VAR_DISCRETE:
    rv->variability = FMI_DISCRETE;
    if (b->kept[id.i]) rv->initial = FMI_EXACT;
    break;
  case VAR_CONTINUOUS:
    rv->variability = FMI_CONTINUOUS;
    if (var->alias_of.i >= 0) break;
    if (b->pinned[id.i])
      rv->initial = FMI_EXACT;
    else if (b->guessed[id.i])
      rv->initial = FMI_APPROX;
    break;
  case VAR_MONITOR:
  case VAR_SELECTED: rv->variability = FMI_CONTINUOUS; break;
  case VAR_ABSENT: assert(false); break;
  }
}

static double number_or(Build *b, ExprId e, double otherwise)
{
  if (e.i < 0) return otherwise;
  double v = start_point_number(b->point, b->walk, e);
  return isfinite(v) ? v : otherwise;
}

/* The start attribute, or what takes its place. */
static ExprId start_of(const Build *b, VarId v)
{
  ExprId given = b->sys->var[v.i].start;
  return given.i >= 0 ? given : b->guess[v.i];
}

static void set_numbers(Build *b, const Var *var, ReducedVar *rv)
{
  rv->has_start = rv->causality == FMI_INPUT || rv->initial == FMI_EXACT ||
                  rv->initial == FMI_APPROX;
  ExprId start = var->binding.i >= 0 ? var->binding : start_of(b, rv->var);
  rv->start = number_or(b, start, 0);
  rv->min = number_or(b, var->min, -HUGE_VAL);
  rv->max = number_or(b, var->max, HUGE_VAL);
  rv->has_min = isfinite(rv->min);
  rv->has_max = isfinite(rv->max);
  rv->nominal = fabs(number_or(b, var->nominal, 1));
  rv->has_nominal = var->nominal.i >= 0 && rv->nominal > 0;
  if (!rv->has_nominal) rv->nominal = 1;
}

/* The unit of der(x) is that of x, per second. */
static const VarAttributes *attributes_of(Build *b, VarId id)
{
  const Var *var = &b->sys->var[id.i];
  bool is_der = var->integral.i >= 0 && system_is_der(b->sys, id);
  if (var->attributes->unit || !is_der) return var->attributes;
  int row = b->r->row_of_var[var->integral.i];
  if (row < 0) return var->attributes;
  VarAttributes attributes = *var->attributes;
  attributes.unit = derivative_unit(b->s, b->r->var[row].attributes->unit);
  return attributes.unit ? system_attributes(b->own, attributes)
                         : var->attributes;
}

static void set_text(const Build *b, ReducedVar *rv)
{
  int number = (int)rv->start;
  rv->text = number > 0 ? b->sys->literal[number - 1] : "";
  rv->has_min = rv->has_max = false;
}

static void add_variable(Build *b, VarId id)
{
  ReducedSystem *r = b->r;
  const Var *var = &b->sys->var[id.i];
  ReducedVar rv = {.var = id,
                   .name = var->name,
                   .attributes = attributes_of(b, id),
                   .type = var->type,
                   .value_reference = r->slot[id.i],
                   .derivative_of = -1,
                   .is_alias = is_positive_alias(var)};
  classify(b, id, &rv);
  set_numbers(b, var, &rv);
  if (var->is_string) set_text(b, &rv);
  b->r->row_of_var[id.i] = r->n_vars;
  r->var[r->n_vars++] = rv;
}

static void make_variables(Build *b)
{
  static const VarAttributes of_time = {.description = "independent variable",
                                        .unit = "s"};
  const System *sys = b->sys;
  ReducedSystem *r = b->r;
  r->var = arena_array(b->arena, (size_t)sys->n_vars + 1, sizeof r->var[0]);
  r->row_of_var = arena_array(b->arena, (size_t)sys->n_vars, sizeof(int));
  r->var[r->n_vars++] = (ReducedVar){.var = NO_VAR,
                                     .name = session_name(b->s, "time"),
                                     .attributes = &of_time,
                                     .type = VAR_REAL,
                                     .causality = FMI_INDEPENDENT,
                                     .variability = FMI_CONTINUOUS,
                                     .initial = FMI_INITIAL_NONE,
                                     .nominal = 1,
                                     .derivative_of = -1};
  for (int i = 0; i < sys->n_vars; i++) {
    b->r->row_of_var[i] = -1;
    if (sys->var[i].is_internal || sys->var[i].kind == VAR_ABSENT) continue;
    add_variable(b, (VarId){i});
  }
}

/* --- states and start values --- */

/* The variable that stands for der(x) in the interface: where a variable of
 * the model is the derivative (der(x) = v), der(x) is an alias of it and has
 * a name of its own. */
static int *alias_derivatives(Build *b)
{
  const System *sys = b->sys;
  int *der = arena_array(b->scratch, (size_t)sys->n_vars, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) der[i] = -1;
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    VarId x = var->integral;
    if (!is_positive_alias(var) || x.i < 0) continue;
    if (is_positive_alias(&sys->var[x.i])) x = sys->var[x.i].alias_of;
    if (var_same(sys->var[x.i].derivative, var->alias_of)) der[x.i] = i;
  }
  return der;
}

static void add_state(Build *b, VarId state, VarId derivative, VarId source,
                      VarId derivative_source)
{
  ReducedSystem *r = b->r;
  int row = b->r->row_of_var[state.i], k = r->n_states++;
  r->state[k] = state;
  r->derivative[k] = derivative;
  r->state_source[k] = source;
  r->derivative_source[k] = derivative_source;
  r->state_nominal[k] = r->var[b->r->row_of_var[source.i]].nominal;
  r->var[row].is_state = true;
  r->var[b->r->row_of_var[derivative.i]].derivative_of = row;
}

/* States of a set: the candidates not chosen, level by level. */
static void add_set_states(Build *b, const SelectionSet *set)
{
  const System *sys = b->sys;
  int k = 0;
  for (int level = 1; level <= set->n_levels; level++) {
    for (int c = 0; c < set->n_columns; c++) {
      VarId v = system_integral(sys, set->column[c], level);
      if (v.i < 0 || set->chosen[(level - 1) * set->n_columns + c]) continue;
      add_state(b, set->state[k], set->derivative[k], v,
                sys->var[v.i].derivative);
      k++;
    }
  }
  assert(k == set->n_states);
}

static void make_states(Build *b)
{
  const System *sys = b->sys;
  ReducedSystem *r = b->r;
  int *der = alias_derivatives(b);
  size_t n = (size_t)sys->n_vars;
  r->state = arena_array(b->arena, n, sizeof(VarId));
  r->derivative = arena_array(b->arena, n, sizeof(VarId));
  r->state_source = arena_array(b->arena, n, sizeof(VarId));
  r->derivative_source = arena_array(b->arena, n, sizeof(VarId));
  r->state_nominal = arena_array(b->arena, n, sizeof(double));
  r->set_first_state = arena_array(b->arena, (size_t)sys->n_sets, sizeof(int));
  for (int i = 0; i < sys->n_vars; i++) {
    if (sys->var[i].role != ROLE_STATE || sys->var[i].set >= 0) continue;
    VarId x = {i};
    VarId d = der[i] >= 0 ? (VarId){der[i]} : sys->var[i].derivative;
    add_state(b, x, d, x, d);
  }
  for (int k = 0; k < sys->n_sets; k++) {
    r->set_first_state[k] = r->n_states;
    add_set_states(b, &sys->set[k]);
  }
}

static void make_constraints(Build *b)
{
  const System *sys = b->sys;
  ReducedSystem *r = b->r;
  if (sys->experiment.projection == PROJECTION_OFF) return;
  size_t n = (size_t)sys->n_monitors;
  r->constraint = arena_array(b->arena, n, sizeof(VarId));
  for (int k = 0; k < sys->n_monitors; k++) {
    if (!sys->monitor[k].drifts) continue;
    r->constraint[r->n_constraints++] = sys->monitor[k].var;
  }
}

static void make_starts(Build *b)
{
  const System *sys = b->sys;
  ReducedSystem *r = b->r;
  bool *is_preferred_start =
      arena_array(b->scratch, (size_t)sys->n_vars, sizeof(bool));
  for (int k = 0; k < r->n_start_preferences; k++)
    is_preferred_start[r->start_preference[k].i] = true;
  r->start = arena_array(b->arena, (size_t)sys->n_vars, sizeof r->start[0]);
  for (int i = 0; i < sys->n_vars; i++) {
    ExprId start = start_of(b, (VarId){i});
    bool is_read = b->pinned[i] || b->guessed[i] || is_preferred_start[i] ||
                   sys->var[i].pre.i >= 0;
    if (start.i < 0 || !is_read) continue;
    if (expr_is_const(sys->exprs, start, NULL)) continue;
    if (free_parameters_decide(sys, b->walk, start)) continue;
    r->start[r->n_starts++] = (ReducedStart){{i}, start};
  }
}

static bool make_pattern(Build *b)
{
  jacobian_pattern_make(b->r, b->walk, b->arena, b->scratch);
  return true;
}

/* --- the whole --- */

/* A C identifier from a class name: dots and all else become "_". */
static const char *make_identifier(const char *name, Arena *arena)
{
  char *id = arena_printf(arena, "%s%s",
                          isdigit((unsigned char)name[0]) ? "_" : "", name);
  for (char *c = id; *c; c++) {
    if (!isalnum((unsigned char)*c)) *c = '_';
  }
  return id;
}

static void fill_header(Build *b)
{
  ReducedSystem *r = b->r;
  const System *sys = b->sys;
  r->name = sys->name;
  r->identifier = make_identifier(sys->name, b->arena);
  r->description = sys->description;
  r->experiment = sys->experiment;
  r->exprs = sys->exprs;
  r->sys = sys;
  r->n_texts = sys->n_texts;
  r->text = arena_array(b->arena, (size_t)r->n_texts, sizeof r->text[0]);
  for (int k = 0; k < r->n_texts; k++) r->text[k] = sys->text[k];
  r->n_equations = sys->n_written_eqs;
  r->n_variables = sys->n_written_unknowns;
  r->merged_index = sys->index > 0 ? sys->index : system_index(sys);
  r->index = sys->given && sys->n_combinations == 0 ? sys->given->index
                                                    : r->merged_index;
}

/* Only a state can be given another value; a candidate of a selection set may
 * be determined by the others. */
static bool check_reinits(Session *s, const System *sys)
{
  bool ok = true;
  for (int k = 0; k < sys->n_reinits; k++) {
    const Reinit *r = &sys->reinit[k];
    const Var *var = &sys->var[r->state.i];
    if (var->role == ROLE_STATE && var->set < 0) continue;
    Diagnostic *d = diagnostic_error(
        s, r->span, E308,
        "'%s' cannot be set by reinit: it is not a state of the model",
        var->name);
    diagnostic_note(s, d, var->span,
                    "the equations determine it from other variables");
    ok = false;
  }
  return ok;
}

static void sort_assertions(Build *b)
{
  if (b->sys->n_assertions == 0) return;
  ArenaMark mark = arena_mark(b->scratch);
  const bool *steady = constant_between_events_find(b->r, b->scratch);
  assertion_kinds_find(b->own, steady, b->point, b->scratch);
  arena_release(mark);
}

const ReducedSystem *reduced_build(Session *s, System *sys)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  size_t n = (size_t)sys->n_vars;
  Build b = {.s = s,
             .sys = sys,
             .own = sys,
             .scratch = scratch,
             .arena = s->reduced_arena,
             .walk = walk_create(sys->exprs, scratch),
             .r = arena_alloc(s->reduced_arena, sizeof(ReducedSystem)),
             .pinned = arena_array(scratch, n, sizeof(bool)),
             .guessed = arena_array(scratch, n, sizeof(bool)),
             .kept = arena_array(scratch, n, sizeof(bool))};
  b.point = start_point_make(sys, b.walk, 0, scratch);
  bool ok = check_reinits(s, sys) && make_sequences(&b);
  if (ok) {
    fill_header(&b);
    sort_assertions(&b);
    expr_table_seal(sys->exprs); /* all expressions are made */
    make_slots(&b);
    b.r->tunable = tunable_parameters(sys, b.walk, &b.r->parameters,
                                      &b.r->continuous, b.arena, scratch);
    make_variables(&b);
    make_states(&b);
    make_constraints(&b);
    start_preference_find(sys, b.walk, b.pinned, b.r, b.arena);
    make_starts(&b);
    cost_end(s, "variables");
    ok = expose_variables(s, &sys->experiment.expose, b.r) &&
         run_step(&b, "structure", make_pattern);
    if (sys->residual_memo) expr_memo_forget(sys->residual_memo);
  }
  arena_release(mark);
  return ok ? b.r : NULL;
}
