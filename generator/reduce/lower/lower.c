/* lower.c: flat variables to Vars, flat equations to Eqs.
 *
 * Variables keep their order; Strings, whose values were used at translation,
 * are left out; der() variables come last. */
#include "reduce/lower/lower.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/set_depth.h"
#include "reduce/lower/lower_expression.h"
#include "reduce/lower/lower_family.h"
#include "reduce/lower/lower_function.h"
#include "reduce/lower/lower_range.h"
#include "reduce/lower/lower_repeat.h"
#include "reduce/lower/lower_start.h"
#include "reduce/lower/lower_text.h"
#include "reduce/lower/lower_when.h"

static VarKind var_kind(const FlatVar *fv)
{
  if (fv->variability == FLAT_CONSTANT) return VAR_CONSTANT;
  if (fv->variability == FLAT_PARAMETER) return VAR_PARAMETER;
  if (fv->causality == FLAT_INPUT) return VAR_INPUT;
  if (fv->type != FLAT_REAL) return VAR_DISCRETE;
  return fv->variability == FLAT_DISCRETE ? VAR_DISCRETE : VAR_CONTINUOUS;
}

/* Texts of the flat model are gone with it; equal ones are kept once. */
static const char *lower_keep_text(Lower *lo, const char *text)
{
  return text ? session_name(lo->s, text) : NULL;
}

/* Strings that were fixed at translation have done their work there, and
 * those without a value have none. */
static bool lower_is_left_out(const FlatVar *fv)
{
  if (fv->type != FLAT_STRING || fv->variability > FLAT_PARAMETER) return false;
  if (fv->variability == FLAT_PARAMETER && !fv->evaluated) {
    return !fv->binding && !fv->start;
  }
  return !(fv->binding && text_is_open(fv->binding));
}

static bool has_same_attributes(const FlatVar *a, const FlatVar *b)
{
  return a->declared_type == b->declared_type && a->clock == b->clock &&
         a->resizable == b->resizable && a->is_structural == b->is_structural &&
         a->description == b->description && a->unit == b->unit &&
         a->display_unit == b->display_unit && a->quantity == b->quantity;
}

/* The flat arena ends before the system does. */
static const ClockRole *lower_keep_role(Lower *lo, const ClockRole *role)
{
  if (!role) return NULL;
  ClockRole *kept = arena_alloc(lo->sys->arena, sizeof *kept);
  *kept = *role;
  return kept;
}

static const ResizableArray *lower_keep_array(Lower *lo,
                                              const ResizableArray *array)
{
  if (!array) return NULL;
  Arena *arena = lo->sys->arena;
  size_t rank = (size_t)array->rank, n = (size_t)array->n_elements;
  int *size = arena_array(arena, rank, sizeof size[0]);
  Name *parameter = arena_array(arena, rank, sizeof parameter[0]);
  double *start = arena_array(arena, n + 1, sizeof start[0]);
  memcpy(size, array->size, rank * sizeof size[0]);
  memcpy(parameter, array->parameter, rank * sizeof parameter[0]);
  if (n > 0) memcpy(start, array->start, n * sizeof start[0]);
  size_t n_others = (size_t)array->n_others;
  Name *other = arena_array(arena, n_others + 1, sizeof other[0]);
  if (n_others > 0) memcpy(other, array->other, n_others * sizeof other[0]);
  ResizableArray *kept = arena_alloc(arena, sizeof *kept);
  *kept = *array;
  kept->size = size;
  kept->parameter = parameter;
  kept->start = start;
  kept->other = other;
  return kept;
}

static const VarAttributes *lower_attributes_of(Lower *lo, int i)
{
  const FlatVar *fv = &lo->flat->var[i];
  if (i > 0 && lo->var_of[i - 1].i >= 0 && has_same_attributes(fv, fv - 1)) {
    return lo->sys->var[lo->var_of[i - 1].i].attributes;
  }
  return system_attributes(
      lo->sys,
      (VarAttributes){.declared_type = fv->declared_type,
                      .clock = lower_keep_role(lo, fv->clock),
                      .resizable = lower_keep_array(lo, fv->resizable),
                      .is_structural = fv->is_structural,
                      .description = lower_keep_text(lo, fv->description),
                      .unit = lower_keep_text(lo, fv->unit),
                      .display_unit = lower_keep_text(lo, fv->display_unit),
                      .quantity = lower_keep_text(lo, fv->quantity)});
}

static void declare_var(Lower *lo, int i)
{
  static const VarType type_of[] = {
      [FLAT_REAL] = VAR_REAL,           [FLAT_INTEGER] = VAR_INTEGER,
      [FLAT_BOOLEAN] = VAR_BOOLEAN,     [FLAT_STRING] = VAR_INTEGER,
      [FLAT_ENUMERATION] = VAR_INTEGER, [FLAT_OBJECT] = VAR_INTEGER};
  const FlatVar *fv = &lo->flat->var[i];
  lo->var_of[i] = NO_VAR;
  if (fv->is_internal && fv->variability == FLAT_CONSTANT) return; /* a clock */
  if (lower_is_left_out(fv)) {
    lower_text(lo->s, lo->sys, fv);
    return;
  }
  VarId id = system_add_var(lo->sys, fv->name);
  lo->var_of[i] = id;
  Var *var = &lo->sys->var[id.i];
  var->span = fv->span;
  var->type = type_of[fv->type];
  var->kind = var_kind(fv);
  var->is_output = fv->causality == FLAT_OUTPUT;
  var->is_protected = fv->is_protected;
  var->is_held = var->kind == VAR_INPUT &&
                 (var->type != VAR_REAL || fv->variability == FLAT_DISCRETE);
  var->is_internal = fv->is_internal || fv->type == FLAT_OBJECT;
  var->is_string = fv->type == FLAT_STRING;
  var->attributes = lower_attributes_of(lo, i);
  var->state_select = (StateSelect)fv->state_select; /* same order */
  var->has_fixed = fv->fixed != NULL;
  var->fixed = fv->fixed && fv->fixed->boolean;
}

/* Left to the initial system (section 8.6); a binding counts more. */
static bool lower_is_free(const FlatVar *fv)
{
  return fv->variability == FLAT_PARAMETER && !fv->binding && !fv->evaluated &&
         fv->fixed && !fv->fixed->boolean;
}

/* The value of a parameter or constant; E403 if it has none. */
static void lower_value(Lower *lo, int i)
{
  assert(lo->var_of[i].i >= 0); /* not left out */
  const FlatVar *fv = &lo->flat->var[i];
  if (lower_is_free(fv)) return;
  const FlatExpr *value = fv->binding ? fv->binding : fv->start;
  if (!value) {
    diagnostic_error(
        lo->s, fv->span, E403,
        "the %s '%s' has no value; give it one with '= value'",
        fv->variability == FLAT_CONSTANT ? "constant" : "parameter", fv->name);
    lo->failed = true;
    return;
  }
  ExprId lowered = lower_expression(lo, value, false);
  Var *var = &lo->sys->var[lo->var_of[i].i];
  var->binding = lowered;
  if (fv->evaluated && expr_is_const(lo->sys->exprs, lowered, NULL)) {
    var->kind = VAR_CONSTANT;
  }
}

/* The start value; of an input what its declaration binds it to, until the
 * surroundings set it. */
static ExprId lower_start(Lower *lo, const FlatVar *fv)
{
  if (fv->causality != FLAT_INPUT || !fv->binding) {
    return lower_optional(lo, fv->start);
  }
  assert(fv->binding->variability <= FLAT_PARAMETER); /* else it is local */
  return lower_expression(lo, fv->binding, false);
}

static void lower_attributes(Lower *lo, int i)
{
  const FlatVar *fv = &lo->flat->var[i];
  ExprId start = lower_start(lo, fv);
  ExprId min = lower_optional(lo, fv->min);
  ExprId max = lower_optional(lo, fv->max);
  ExprId nominal = lower_optional(lo, fv->nominal);
  Var *var = &lo->sys->var[lo->var_of[i].i];
  var->start = start;
  /* a type of the model itself says no more than one of a library */
  bool is_own = var_has_own_start(lo->sys, var);
  var->start_depth = is_own ? fv->set_depth : SET_BY_TYPE;
  var->min = min;
  var->max = max;
  var->nominal = nominal;
}

static Eq make_equation(Lower *lo, const FlatExpr *left, const FlatExpr *right,
                        Span span)
{
  ExprId l = lower_expression(lo, left, false),
         r = lower_expression(lo, right, false);
  return (Eq){.residual = expr_sub(lo->sys->exprs, l, r),
              .span = span,
              .derivative = NO_EQ,
              .integral = NO_EQ,
              .is_discrete = left->type != FLAT_REAL,
              .left = l,
              .right = r};
}

/* A binding is read as an equation: from the name to the end of the value,
 * unless a modifier elsewhere has given it. */
static Span binding_span(const FlatVar *fv)
{
  Span name = fv->span, value = fv->binding->span;
  bool together = name.source == value.source && name.begin < value.end;
  return together ? (Span){name.source, name.begin, value.end} : name;
}

static void mark_connection(const FlatModel *flat, const FlatEquation *from,
                            Eq *eq)
{
  if (from->connection_set == 0) return;
  FlatConnectionKind kind = flat->connection_set[from->connection_set - 1].kind;
  eq->is_potential = kind == FLAT_CONNECTION_POTENTIAL;
  eq->is_flow = kind == FLAT_CONNECTION_FLOW;
}

static void append_equation(System *sys, const Eq *eq)
{
  EqId id = system_add_eq(sys, eq->residual, eq->span);
  sys->eq[id.i] = *eq;
}

static Eq lower_equation(Lower *lo, LowerRepeats *repeats,
                         const FlatEquation *fe)
{
  Eq eq = {.span = fe->span,
           .derivative = NO_EQ,
           .integral = NO_EQ,
           .is_discrete = fe->left->type != FLAT_REAL};
  if (fe->repeat && lower_repeat(repeats, fe, &eq)) return eq;
  FlatSides sides = flat_sides(fe);
  eq = make_equation(lo, sides.left, sides.right, fe->span);
  if (fe->repeat && !lo->failed) lower_repeat_keep(repeats, fe, &eq, lo->walk);
  return eq;
}

/* An equation that takes part all the time, not a value or a start value? */
static bool binding_is_equation(const FlatVar *fv)
{
  return fv->binding && fv->variability > FLAT_PARAMETER &&
         fv->causality != FLAT_INPUT; /* lower_start() */
}

/* Room for all equations at once: an array that grows leaves its old places
 * behind. */
static void make_room(const Lower *lo)
{
  System *sys = lo->sys;
  int n = lo->flat->n_equations;
  for (int i = 0; i < lo->flat->n_vars; i++) {
    n += binding_is_equation(&lo->flat->var[i]);
  }
  sys->eq =
      vector_grow(sys->arena, sys->eq, &sys->cap_eqs, n, sizeof sys->eq[0]);
}

static void lower_equations(Lower *lo)
{
  System *sys = lo->sys;
  make_room(lo);
  LowerRepeats *repeats =
      lower_repeats_create(lo->sys, lo->s, lo->flat, lo->var_of);
  LowerFamilies families = lower_families_begin(sys, lo->flat);
  for (int i = 0; i < lo->flat->n_vars; i++) {
    const FlatVar *fv = &lo->flat->var[i];
    if (!binding_is_equation(fv)) continue;
    FlatExpr self = {.kind = FLAT_EXPR_VARIABLE,
                     .type = fv->type,
                     .variability = fv->variability,
                     .span = fv->span,
                     .variable = {i}};
    Eq eq = make_equation(lo, &self, fv->binding, binding_span(fv));
    append_equation(sys, &eq);
    lower_family_appended(&families);
  }
  for (int k = 0; k < lo->flat->n_equations; k++) {
    const FlatEquation *fe = &lo->flat->equation[k];
    lo->is_body = fe->is_initial;
    Eq eq = lower_equation(lo, repeats, fe);
    lo->is_body = false;
    mark_connection(lo->flat, fe, &eq);
    lower_family_of_repeat(&families, fe, &eq);
    eq.is_when = fe->is_held;
    eq.runs_initially = fe->runs_initially;
    if (fe->is_initial) {
      sys->initial_eq =
          vector_grow(sys->arena, sys->initial_eq, &sys->cap_initial_eqs,
                      sys->n_initial_eqs + 1, sizeof sys->initial_eq[0]);
      sys->initial_eq[sys->n_initial_eqs++] = eq;
    } else {
      append_equation(sys, &eq);
      lower_family_appended(&families);
    }
  }
  for (int k = 0; k < lo->flat->n_whens; k++) {
    lower_when(lo, &lo->flat->when[k]);
  }
}

static AssertionLevel assertion_level(const FlatAssertion *from)
{
  if (from->ends) return ASSERTION_TERMINATE;
  return from->is_warning ? ASSERTION_WARNING : ASSERTION_ERROR;
}

/* Assertions are looked at, they do not make events. */
static void lower_assertions(Lower *lo)
{
  System *sys = lo->sys;
  int n = lo->flat->n_assertions;
  sys->assertion = vector_grow(sys->arena, sys->assertion, &sys->cap_assertions,
                               sys->n_assertions + n, sizeof sys->assertion[0]);
  for (int k = 0; k < n; k++) {
    const FlatAssertion *from = &lo->flat->assertion[k];
    sys->assertion[sys->n_assertions++] =
        (Assertion){.condition = lower_expression(lo, from->condition, true),
                    .message = lower_keep_text(lo, from->message),
                    .level = assertion_level(from),
                    .moment = from->ends         ? ASSERTION_EVENT
                              : from->is_initial ? ASSERTION_INITIAL
                                                 : ASSERTION_ALWAYS,
                    .span = from->span};
  }
}

static void lower_experiment(Lower *lo)
{
  const Experiment *from = &lo->flat->experiment;
  lo->sys->experiment = (SystemExperiment){.has_start = from->has_start,
                                           .has_stop = from->has_stop,
                                           .has_tolerance = from->has_tolerance,
                                           .has_interval = from->has_interval,
                                           .start = from->start,
                                           .stop = from->stop,
                                           .tolerance = from->tolerance,
                                           .interval = from->interval,
                                           .tolerance_parameter = NO_VAR};
  if (!from->is_tunable) return;
  lo->sys->experiment.tolerance_parameter =
      lo->var_of[from->tolerance_parameter.i];
}

/* What the flat model holds, without what was added for events. */
static int written_equations(const System *sys)
{
  int n = sys->n_eqs;
  for (int i = 0; i < sys->n_vars; i++) {
    n -= sys->var[i].is_internal && sys->var[i].kind >= VAR_DISCRETE;
  }
  return n;
}

/* For FunctionTable. Kinds that change later do not change in this. */
static bool is_still(const void *system, VarId var)
{
  const System *sys = system;
  VarKind kind = sys->var[var.i].kind;
  return kind < VAR_INPUT || kind == VAR_DISCRETE;
}

System *lower_to_system(Session *s, const FlatModel *flat)
{
  Lower lo = {.s = s, .sys = system_create(s), .flat = flat};
  ArenaMark mark = arena_mark(session_scratch(s));
  lo.walk = walk_create(lo.sys->exprs, session_scratch(s));
  lo.sys->name = flat->name;
  lo.sys->description = lower_keep_text(&lo, flat->description);
  lo.sys->documentation = lower_keep_text(&lo, flat->documentation);
  lo.sys->face = flat->face;
  lo.sys->span = flat->span;
  lo.var_of = arena_array(session_scratch(s), (size_t)flat->n_vars,
                          sizeof lo.var_of[0]);
  for (int i = 0; i < flat->n_vars; i++) declare_var(&lo, i);
  lower_experiment(&lo);
  for (int i = 0; i < lo.sys->n_vars; i++) {
    lo.sys->n_written_unknowns += lo.sys->var[i].kind >= VAR_DISCRETE;
  }
  bool declared = !lo.failed;
  if (flat->n_procedures > 0) {
    lo.sys->functions = lower_functions(s, flat, lo.sys->arena, lo.sys->exprs,
                                        lower_in_function, &lo);
    lo.sys->functions->is_still = is_still;
    lo.sys->functions->still_context = lo.sys;
  }
  /* Constants before all that may use them. */
  for (int i = 0; declared && i < flat->n_vars; i++) {
    if (lo.var_of[i].i < 0) continue;
    if (flat->var[i].variability == FLAT_CONSTANT) lower_value(&lo, i);
  }
  for (int i = 0; declared && i < flat->n_vars; i++) {
    if (lo.var_of[i].i < 0) continue;
    if (flat->var[i].variability == FLAT_PARAMETER) lower_value(&lo, i);
    lower_attributes(&lo, i);
  }
  lower_start_report(s, flat);
  lower_range_report(s, lo.sys);
  if (declared) {
    lower_equations(&lo);
    lower_assertions(&lo);
    lo.sys->n_given = lo.sys->n_eqs;
    lo.sys->properties = HAS(AS_WRITTEN);
  }
  lo.sys->n_written_eqs = written_equations(lo.sys);
  arena_release(mark);
  return lo.failed ? NULL : lo.sys;
}
