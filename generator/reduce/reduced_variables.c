/* reduced_variables.c: slots first, then variables, states and starts. */
#include "reduce/reduced_build.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "reduce/blocks/parameters.h"
#include "reduce/blocks/start_preference.h"
#include "reduce/blocks/tunable.h"
#include "reduce/follow_rows.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/system/derivative_unit.h"
#include "reduce/system/reduced_visit.h"

/* --- slots --- */

static void make_slots(ReducedBuild *b)
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

static double number_or(ReducedBuild *b, ExprId e, double otherwise)
{
  if (e.i < 0) return otherwise;
  double v = start_point_number(b->point, b->walk, e);
  return isfinite(v) ? v : otherwise;
}

/* The start attribute, or what takes its place. */
static ExprId reduced_variables_start_of(const ReducedBuild *b, VarId v)
{
  ExprId given = b->sys->var[v.i].start;
  return given.i >= 0 ? given : b->guess[v.i];
}

/* A variable that begins with its start value. One that calls a function which
 * is not carried out at translation is no number for the description: whoever
 * sets what stands there would set another value than the FMU has. */
static void reduced_variables_pin(ReducedBuild *b, ReducedVar *rv, VarId id)
{
  ExprId start = reduced_variables_start_of(b, id);
  rv->is_pinned = true;
  if (start.i < 0 || isfinite(start_point_number(b->point, b->walk, start)))
    rv->initial = FMI_EXACT;
}

/* FMI 2.0 section 2.2.7, table of allowed combinations. */
static void classify(ReducedBuild *b, VarId id, ReducedVar *rv)
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
    if (b->kept[id.i]) reduced_variables_pin(b, rv, id);
    break;
  case VAR_CONTINUOUS:
    rv->variability = FMI_CONTINUOUS;
    if (var->alias_of.i >= 0) break;
    if (b->pinned[id.i])
      reduced_variables_pin(b, rv, id);
    else if (b->guessed[id.i])
      rv->initial = FMI_APPROX;
    break;
  case VAR_MONITOR:
  case VAR_SELECTED: rv->variability = FMI_CONTINUOUS; break;
  case VAR_ABSENT: assert(false); break;
  }
}

/* What stands for a start value that is not given. */
static double nearest_to_zero(double min, double max)
{
  if (min > 0 && min <= max && isfinite(min)) return min;
  return max < 0 && min <= max && isfinite(max) ? max : 0;
}

static void set_numbers(ReducedBuild *b, const Var *var, ReducedVar *rv)
{
  rv->has_start = rv->causality == FMI_INPUT || rv->initial == FMI_EXACT ||
                  rv->initial == FMI_APPROX;
  ExprId start = var->binding.i >= 0 ? var->binding
                                     : reduced_variables_start_of(b, rv->var);
  rv->min = number_or(b, var->min, -HUGE_VAL);
  rv->max = number_or(b, var->max, HUGE_VAL);
  rv->start = number_or(b, start, nearest_to_zero(rv->min, rv->max));
  rv->has_min = isfinite(rv->min);
  rv->has_max = isfinite(rv->max);
  rv->nominal = fabs(number_or(b, var->nominal, 1));
  rv->has_nominal = var->nominal.i >= 0 && rv->nominal > 0;
  if (!rv->has_nominal) rv->nominal = 1;
}

/* The unit of der(x) is that of x, per second. */
static const VarAttributes *reduced_variables_attributes_of(ReducedBuild *b,
                                                            VarId id)
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

static void set_text(const ReducedBuild *b, ReducedVar *rv)
{
  int number = (int)rv->start;
  assert(number <= b->sys->n_literals);
  rv->text = number > 0 ? b->sys->literal[number - 1] : "";
  rv->has_min = rv->has_max = false;
}

static void add_variable(ReducedBuild *b, VarId id)
{
  ReducedSystem *r = b->r;
  const Var *var = &b->sys->var[id.i];
  ReducedVar rv = {.var = id,
                   .name = var->name,
                   .attributes = reduced_variables_attributes_of(b, id),
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

static void make_variables(ReducedBuild *b)
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

/* --- aliases of other units --- */

static bool has_unit_of(const ReducedVar *a, const ReducedVar *b)
{
  const char *of_a = a->attributes->unit ? a->attributes->unit : "";
  const char *of_b = b->attributes->unit ? b->attributes->unit : "";
  return strcmp(of_a, of_b) == 0;
}

/* The rows that speak for the units of a slot: first[slot], and next[] of
 * these; -1: the end. */
typedef struct UnitRows {
  int *first, *next;
} UnitRows;

static UnitRows unit_rows(ReducedBuild *b)
{
  const ReducedSystem *r = b->r;
  UnitRows rows = {arena_array(b->scratch, (size_t)r->n_real, sizeof(int)),
                   arena_array(b->scratch, (size_t)r->n_vars, sizeof(int))};
  for (int k = 0; k < r->n_real; k++) rows.first[k] = -1;
  for (int k = 0; k < r->n_vars; k++) {
    rows.next[k] = -1;
    if (r->var[k].type != VAR_REAL || r->var[k].is_alias) continue;
    rows.first[r->var[k].value_reference] = k;
  }
  return rows;
}

/* A reference of its own cannot be set: the slot's owner is the one that may
 * have a start value. */
static void give_reference(ReducedSystem *r, ReducedVar *rv)
{
  assert(rv->causality != FMI_INPUT && rv->causality != FMI_PARAMETER);
  r->alias_slot[r->n_real_aliases] = rv->value_reference;
  rv->value_reference = r->n_real + r->n_real_aliases++;
  if (rv->variability == FMI_CONSTANT) return;
  rv->initial = FMI_CALCULATED;
  rv->has_start = false;
}

/* FMI 2.0.5 section 2.2.7: variables that share a value reference all have
 * the same unit, or all have none. */
static void separate_units(ReducedBuild *b)
{
  ReducedSystem *r = b->r;
  UnitRows rows = unit_rows(b);
  r->alias_slot = arena_array(b->scratch, (size_t)r->n_vars, sizeof(int));
  for (int k = 0; k < r->n_vars; k++) {
    ReducedVar *rv = &r->var[k];
    if (rv->type != VAR_REAL || !rv->is_alias) continue;
    int *at = &rows.first[rv->value_reference];
    bool is_first = *at < 0;
    while (*at >= 0 && !has_unit_of(&r->var[*at], rv)) at = &rows.next[*at];
    if (*at >= 0) {
      rv->value_reference = r->var[*at].value_reference;
      continue;
    }
    *at = k;
    if (!is_first) give_reference(r, rv);
  }
  size_t size = (size_t)r->n_real_aliases * sizeof(int);
  int *slots = arena_array(b->arena, (size_t)r->n_real_aliases, sizeof(int));
  if (size > 0) memcpy(slots, r->alias_slot, size);
  r->alias_slot = slots;
}

/* --- states and start values --- */

/* The variable that stands for der(x) in the interface: where a variable of
 * the model is the derivative (der(x) = v), der(x) is an alias of it and has
 * a name of its own. */
static int *alias_derivatives(ReducedBuild *b)
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

static void add_state(ReducedBuild *b, VarId state, VarId derivative,
                      VarId source, VarId derivative_source)
{
  ReducedSystem *r = b->r;
  int row = b->r->row_of_var[state.i], k = r->n_states++;
  assert(row >= 0 && r->row_of_var[derivative.i] >= 0 &&
         r->row_of_var[source.i] >= 0);
  r->state[k] = state;
  r->derivative[k] = derivative;
  r->state_source[k] = source;
  r->derivative_source[k] = derivative_source;
  r->state_nominal[k] = r->var[b->r->row_of_var[source.i]].nominal;
  r->var[row].is_state = true;
  r->var[b->r->row_of_var[derivative.i]].derivative_of = row;
}

/* States of a set: the candidates not chosen, level by level. */
static void add_set_states(ReducedBuild *b, const SelectionSet *set)
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

static void make_states(ReducedBuild *b)
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

static void make_constraints(ReducedBuild *b)
{
  const System *sys = b->sys;
  ReducedSystem *r = b->r;
  size_t n = (size_t)sys->n_monitors;
  r->constraint = arena_array(b->arena, n, sizeof(VarId));
  for (int k = 0; k < sys->n_monitors; k++) {
    if (!sys->monitor[k].drifts) continue;
    r->constraint[r->n_constraints++] = sys->monitor[k].var;
  }
}

/* A loop of the initial system that leaves an unknown open keeps its start
 * value, or changes start values as little as possible. */
static bool reduced_variables_is_solved_for(BlockLink link)
{
  switch (link) {
  case BLOCK_SOLVES_FOR: return true;
  case BLOCK_COMPUTES:
  case BLOCK_VARIES_BY: return false;
  }
  return false;
}

static void mark_loop_unknown(void *context, BlockLink link, int at, VarId v)
{
  bool *is_read = context;
  (void)link, (void)at;
  is_read[v.i] = true;
}

/* [n_vars] whose start values count in initialization. */
static const bool *find_read_starts(const ReducedBuild *b)
{
  const System *sys = b->sys;
  const ReducedSystem *r = b->r;
  bool *is_read = arena_array(b->scratch, (size_t)sys->n_vars, sizeof(bool));
  for (int i = 0; i < sys->n_vars; i++) {
    is_read[i] = b->pinned[i] || b->guessed[i] || sys->var[i].pre.i >= 0;
  }
  for (int k = 0; k < r->n_start_preferences; k++) {
    is_read[r->start_preference[k].i] = true;
  }
  sequence_read_variables(&r->initial, reduced_variables_is_solved_for,
                          mark_loop_unknown, is_read);
  return is_read;
}

static void make_starts(ReducedBuild *b)
{
  const System *sys = b->sys;
  ReducedSystem *r = b->r;
  const bool *is_read = find_read_starts(b);
  r->start = arena_array(b->arena, (size_t)sys->n_vars, sizeof r->start[0]);
  for (int i = 0; i < sys->n_vars; i++) {
    ExprId start = reduced_variables_start_of(b, (VarId){i});
    if (start.i < 0 || !is_read[i]) continue;
    if (expr_is_const(sys->exprs, start, NULL)) continue;
    if (free_parameters_decide(sys, b->walk, start)) continue;
    bool is_guess = sys->var[i].start.i < 0 && sys->var[i].type == VAR_REAL;
    r->start[r->n_starts++] = (ReducedStart){{i}, start, is_guess};
  }
  if (r->follow.exists) follow_rows_fill_starts(sys, b->walk, r, b->arena);
}

/* --- the whole --- */

bool reduced_list_variables(ReducedBuild *b)
{
  ReducedSystem *r = b->r;
  make_slots(b);
  r->tunable = tunable_parameters(b->sys, b->walk, &r->parameters,
                                  &r->continuous, b->arena, b->scratch);
  make_variables(b);
  separate_units(b);
  make_states(b);
  make_constraints(b);
  start_preference_find(b->sys, b->walk, b->pinned, r, b->arena);
  make_starts(b);
  return true;
}
