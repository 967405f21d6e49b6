/* clock_calls.c: see clock_calls.h. */
#include "flatten/clocks/clock_calls.h"

#include <assert.h>
#include <string.h>

#include "flatten/classes/written.h"
#include "flatten/clocks/clock_discretize.h"
#include "flatten/flat/made_variable.h"
#include "flatten/instances/scope.h"

/* The type of the value; SAME: that of the operand. */
typedef enum Gives { GIVES_SAME, GIVES_REAL, GIVES_BOOLEAN } Gives;
enum { OPERAND_NEEDED = false, OPERAND_OPTIONAL = true };

/* Which arguments after the operand are Integers that must be known. */
typedef struct Operator {
  const char *name;
  FlatFunction function;
  int n_numbers;
  int64_t otherwise[2]; /* what they are if they are not given */
  const char *word[2];  /* their names */
  Gives gives;
  bool may_lack_operand;
} Operator;

static const Operator operators[] = {
#define CLOCK_OPERATOR(NAME, name, n_numbers, first, second, word, other,      \
                       facts)                                                  \
  {name, FLAT_CLOCK_##NAME, n_numbers, {first, second}, {word, other}, facts},
#define GIVES(type, operand) GIVES_##type, OPERAND_##operand
#include "base/builtin_functions.def"
};

static const Operator *find_operator(const AstReference *name)
{
  if (name->n_parts != 1 || name->leading_dot) return NULL;
  for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
    if (strcmp(operators[k].name, name->part[0].ident) == 0) {
      return &operators[k];
    }
  }
  return NULL;
}

static bool clock_calls_is_named(const AstExpr *call, const char *name)
{
  const AstReference *reference = call->reference;
  return reference->n_parts == 1 && strcmp(reference->part[0].ident, name) == 0;
}

/* Directly in an algorithm section of the model? */
static bool clock_calls_is_section(const Flattening *f)
{
  return f->typing.outside && f->typing.n_functions == 1;
}

/* sample(u), sample(u, clock); sample(start, interval) is the other one. */
static bool samples_by_clock(const Flattening *f, Context context,
                             const AstExpr *call)
{
  const AstExpr *second = written_argument(call, 1, "clock");
  if (!second) return call->n_args == 1;
  Attempt attempt;
  Flattening outside; /* a section gets no input by this */
  scope_try(&attempt, f);
  scope_outside(&outside, &attempt.f);
  Value *value = expression_value(
      clock_calls_is_section(f) ? &outside : &attempt.f, context, second);
  return value && value_is_scalar(value) &&
         clock_is(value_at(&f->typing, value, 0));
}

bool clock_is_call(const Flattening *f, Context context, const AstExpr *call)
{
  if (find_operator(call->reference)) return true;
  return clock_calls_is_named(call, "sample") &&
         samples_by_clock(f, context, call);
}

/* --- clocks --- */

static FlatExpr *make_clock(const Flattening *f, const AstExpr *call,
                            FlatFunction function, FlatExpr **arg, int n)
{
  return types_clock(&f->typing, call->span, function, FLAT_ENUMERATION,
                     f->lookup->tables->clock, arg, n);
}

static FlatExpr *scalar_argument(const Flattening *f, Context context,
                                 const AstExpr *written, const char *what,
                                 FlatType type)
{
  FlatExpr *value = expression_flatten(f, context, written);
  FlatExpr *converted = value ? types_convert(&f->typing, value, type) : NULL;
  if (value && !converted) {
    fault_error(f->faults, written->span, E204,
                "%s of a clock must be %s, this is %s", what,
                types_a_name(type), types_expr_name(value));
  }
  return converted;
}

static bool clock_calls_is_fixed(const Flattening *f, const char *what,
                                 const FlatExpr *expr)
{
  if (expr->variability <= FLAT_PARAMETER) return true;
  fault_error(f->faults, expr->span, E209,
              "%s of a clock is a parameter expression (section 16.3)", what);
  return false;
}

/* Clock(condition, startInterval) */
static FlatExpr *event_clock(const Flattening *f, Context context,
                             const AstExpr *call, FlatExpr *condition)
{
  assert(condition->type == FLAT_BOOLEAN);
  const AstExpr *written = written_argument(call, 1, "startInterval");
  FlatExpr *arg[2] = {condition, types_real(&f->typing, call->span, 0)};
  if (written) {
    arg[1] =
        scalar_argument(f, context, written, "the startInterval", FLAT_REAL);
    if (!arg[1] || !clock_calls_is_fixed(f, "the startInterval", arg[1]))
      return NULL;
  }
  return make_clock(f, call, FLAT_CLOCK_EVENT, arg, 2);
}

/* Clock(c, solverMethod); "" is none. */
static FlatExpr *solver_clock(const Flattening *f, Context context,
                              const AstExpr *call, FlatExpr *clock)
{
  assert(clock_is(clock));
  const AstExpr *written = written_argument(call, 1, "solverMethod");
  if (!written) return clock;
  FlatExpr *given =
      scalar_argument(f, context, written, "the solverMethod", FLAT_STRING);
  FlatExpr *name = given ? types_constant(&f->typing, given) : NULL;
  if (!name) return NULL;
  FlatExpr *arg[2] = {clock, name};
  if (name->string[0] != '\0' &&
      clock_discretize_method(name->string) == METHOD_NONE) {
    Diagnostic *d =
        fault_error(f->faults, written->span, E290,
                    "the solver method \"%s\" is not supported", name->string);
    fault_note(f->faults, d, NO_SPAN,
               "there are ExplicitEuler, ExplicitMidPoint2, "
               "ExplicitRungeKutta4, ImplicitEuler and ImplicitTrapezoid");
    return NULL;
  }
  return make_clock(f, call, FLAT_CLOCK_SOLVER, arg, 2);
}

/* A value that changes must be a variable (section 16.3). */
static bool clock_calls_is_variable(const Flattening *f, const FlatExpr *expr)
{
  if (expr->kind == FLAT_EXPR_VARIABLE) return true;
  fault_error(f->faults, expr->span, E239,
              "the interval of a clock must be a variable, if it changes, not "
              "an expression");
  return false;
}

/* The interval, in seconds; by: the resolution, NULL: none. */
static FlatExpr *clock_calls_seconds(const Flattening *f, const AstExpr *call,
                                     FlatExpr *value, FlatExpr *by)
{
  value = types_convert(&f->typing, value, FLAT_REAL);
  if (!value || !by) return value;
  return types_binary(&f->typing, call->span, FLAT_DIVIDE, value,
                      types_convert(&f->typing, by, FLAT_REAL));
}

/* Clocks of numbers can be compared: so are parameters that cannot be set. NULL
 * after an error. */
static FlatExpr *as_number(const Flattening *f, FlatExpr *value)
{
  bool is_known = value->kind == FLAT_EXPR_VARIABLE &&
                  f->flat->var[value->variable.i].evaluated;
  return is_known ? types_constant(&f->typing, value) : value;
}

/* The value of a constant, or of a parameter that is given as a number; the
 * parameter stays one that can be set. 1: not known. */
static double clock_calls_number(const Flattening *f, FlatExpr *value)
{
  if (value->variability > FLAT_PARAMETER) return 1;
  const FlatExpr *known = NULL;
  if (value->variability == FLAT_CONSTANT)
    known = types_constant(&f->typing, value);
  else if (value->kind == FLAT_EXPR_VARIABLE)
    known = f->flat->var[value->variable.i].binding;
  if (!known || !types_is_literal(known)) return 1;
  return known->type == FLAT_INTEGER ? (double)known->integer : known->real;
}

/* Section 16.3; of numbers that are known. */
static bool clock_calls_is_positive(const Flattening *f, const char *what,
                                    FlatExpr *value)
{
  if (clock_calls_number(f, value) > 0) return true;
  fault_error(f->faults, value->span, E204,
              "%s of a clock must be positive (section 16.3)", what);
  return false;
}

/* Clock(n, resolution), Clock(interval); see ClockBase for what it holds. */
static FlatExpr *interval_clock(const Flattening *f, Context context,
                                const AstExpr *call, FlatExpr *value)
{
  const AstExpr *by_number = written_argument(call, 1, "resolution");
  bool is_rational = value->type == FLAT_INTEGER &&
                     !written_argument(call, WRITTEN_BY_NAME, "interval");
  bool changes = value->variability > FLAT_PARAMETER;
  FlatExpr *by = NULL;
  if (value->type != FLAT_INTEGER && value->type != FLAT_REAL) {
    fault_error(f->faults, value->span, E204,
                "a clock is made of an interval, or of a condition");
    return NULL;
  }
  if (changes && !clock_calls_is_variable(f, value)) return NULL;
  if (is_rational && clock_calls_number(f, value) == 0)
    return types_constant(&f->typing, value)
               ? make_clock(f, call, FLAT_CLOCK_INFERRED, NULL, 0)
               : NULL;
  if (!clock_calls_is_positive(f, "the interval", value)) return NULL;
  if (is_rational) {
    by = by_number ? scalar_argument(f, context, by_number, "the resolution",
                                     FLAT_INTEGER)
                   : types_integer(&f->typing, call->span, 1);
    if (!by || !clock_calls_is_fixed(f, "the resolution", by)) return NULL;
    if (!clock_calls_is_positive(f, "the resolution", by)) return NULL;
    by = as_number(f, by);
    value = as_number(f, value);
    if (!by || !value) return NULL;
  }
  FlatExpr *arg[3] = {clock_calls_seconds(f, call, value, by), value, by};
  int n = 1;
  if (changes) {
    FlatExpr *last = made_variable_previous(f, value->span, value->variable);
    arg[1] = clock_calls_seconds(f, call, last, by);
    if (!is_rational) arg[0] = arg[1]; /* section 16.3: known before the tick */
    n = CLOCK_CHANGES;
  } else if (by && value->kind == FLAT_EXPR_INTEGER &&
             by->kind == FLAT_EXPR_INTEGER) {
    n = CLOCK_RATIONAL;
  }
  return make_clock(f, call, FLAT_CLOCK_INTERVAL, arg, n);
}

/* What Clock() has first, then the rest. */
enum { N_FIRST_WORDS = 4, N_WORDS = 7 };
static const char *const constructor_word[N_WORDS] = {
    "intervalCounter", "interval",      "condition",   "c",
    "resolution",      "startInterval", "solverMethod"};

static bool is_constructor_word(const char *name)
{
  for (int k = 0; k < N_WORDS; k++) {
    if (strcmp(constructor_word[k], name) == 0) return true;
  }
  return false;
}

static bool are_arguments(const Flattening *f, const AstExpr *call)
{
  bool good = call->n_args <= 2;
  if (!good)
    fault_error(f->faults, call->span, E208,
                "'Clock' has two arguments at most, not %d", call->n_args);
  for (int k = 0; k < call->n_named && good; k++) {
    good = is_constructor_word(call->named[k].name);
    if (!good)
      fault_error(f->faults, call->span, E208, "'Clock' has no argument '%s'",
                  call->named[k].name);
  }
  return good;
}

static FlatExpr *constructor(const Flattening *f, Context context,
                             const AstExpr *call)
{
  const AstExpr *first = call->n_args > 0 ? call->arg[0] : NULL;
  if (!are_arguments(f, call)) return NULL;
  for (int k = 0; !first && k < N_FIRST_WORDS; k++) {
    first = written_argument(call, WRITTEN_BY_NAME, constructor_word[k]);
  }
  if (!first) return make_clock(f, call, FLAT_CLOCK_INFERRED, NULL, 0);
  FlatExpr *value = expression_flatten(f, context, first);
  if (!value) return NULL;
  if (clock_is(value)) return solver_clock(f, context, call, value);
  if (value->type == FLAT_BOOLEAN) return event_clock(f, context, call, value);
  return interval_clock(f, context, call, value);
}

/* --- operators on values --- */

static bool read_numbers(const Flattening *f, Context context,
                         const AstExpr *call, const Operator *op,
                         FlatExpr **number)
{
  for (int k = 0; k < op->n_numbers; k++) {
    const AstExpr *written = written_argument(call, k + 1, op->word[k]);
    if (!written) {
      number[k] = types_integer(&f->typing, call->span, op->otherwise[k]);
      continue;
    }
    FlatExpr *given =
        scalar_argument(f, context, written, "a factor", FLAT_INTEGER);
    number[k] = given ? types_constant(&f->typing, given) : NULL;
    if (!number[k]) return false;
    if (number[k]->integer >= 0) continue;
    fault_error(f->faults, written->span, E204,
                "'%s' of '%s' must not be negative", op->word[k], op->name);
    return false;
  }
  return true;
}

static FlatType clock_calls_result_type(Gives gives, FlatType of)
{
  switch (gives) {
  case GIVES_SAME: return of;
  case GIVES_REAL: return FLAT_REAL;
  case GIVES_BOOLEAN: break;
  }
  return FLAT_BOOLEAN;
}

/* What is called, and the arguments after the operand. */
typedef struct Applied {
  const AstExpr *call;
  FlatFunction function;
  Gives gives;
  FlatExpr *const *more;
  int n_more;
} Applied;

/* u: NULL, where the operand may be left out. */
static FlatExpr *clock_calls_apply(const Flattening *f, const Applied *a,
                                   FlatExpr *u)
{
  assert(a->n_more <= 2);
  assert(u || a->gives != GIVES_SAME);
  FlatExpr *arg[3] = {u};
  for (int k = 0; k < a->n_more; k++) arg[k + 1] = a->more[k];
  FlatType type = clock_calls_result_type(a->gives, u ? u->type : FLAT_REAL);
  return types_clock(&f->typing, a->call->span, a->function, type,
                     type == FLAT_ENUMERATION ? u->enumeration : NULL, arg,
                     (u ? 1 : 0) + a->n_more);
}

static Value *clock_calls_map(const Flattening *f, const Applied *a,
                              const Value *u)
{
  Span span = a->call->span;
  const Typing *t = &f->typing;
  if (u->kind == VALUE_RECORD) {
    Value **field = arena_array(value_arena(t), (size_t)u->record->n_fields + 1,
                                sizeof field[0]);
    for (int k = 0; k < u->record->n_fields; k++) {
      field[k] = clock_calls_map(f, a, u->field[k]);
      if (!field[k]) return NULL;
    }
    return value_record(t, span, u->record, u->rank, u->dim, field);
  }
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)u->n_elements + 1, sizeof scalar[0]);
  for (int i = 0; i < u->n_elements; i++) {
    scalar[i] = clock_calls_apply(f, a, value_at(t, u, i));
  }
  if (u->rank == 0) return value_of(t, scalar[0]);
  FlatType type = clock_calls_result_type(a->gives, u->type);
  return value_array(t, span, type, type == u->type ? u->enumeration : NULL,
                     u->rank, u->dim, scalar);
}

/* sample(u), sample(u, clock) */
static Value *sampled(const Flattening *f, Context context, const AstExpr *call)
{
  const AstExpr *second = written_argument(call, 1, "clock");
  Value *u =
      call->n_args > 0 ? expression_value(f, context, call->arg[0]) : NULL;
  FlatExpr *clock = second ? expression_flatten(f, context, second) : NULL;
  if (!u || (second && !clock)) return NULL;
  if (u->kind != VALUE_RECORD && u->n_elements > 0 &&
      clock_is(value_at(&f->typing, u, 0))) {
    fault_error(f->faults, call->arg[0]->span, E204,
                "'sample' takes a value, not a clock (section 16.5.1)");
    return NULL;
  }
  Applied a = {call, FLAT_CLOCK_SAMPLE, GIVES_SAME, &clock, clock ? 1 : 0};
  return clock_calls_map(f, &a, u);
}

/* Section 16.2.3: a clock, or values; clocks are not converted by arrays. */
static bool clock_calls_is_operand(const Flattening *f, const AstExpr *call,
                                   const Operator *op, const Value *u)
{
  const Typing *t = &f->typing;
  bool is_clock = u->kind != VALUE_RECORD && u->n_elements > 0 &&
                  clock_is(value_at(t, u, 0));
  /* subSample() ... backSample(), interval() and firstTick() */
  bool converts = op->n_numbers > 0 || op->gives != GIVES_SAME;
  if (!is_clock || (converts && u->rank == 0)) return true;
  fault_error(f->faults, call->arg[0]->span, E204,
              converts ? "'%s' takes one clock, not an array of clocks "
                         "(section 16.2.3)"
                       : "'%s' takes a clocked value, not a clock (section "
                         "16.5)",
              op->name);
  return false;
}

/* Section 16.2.3: a component expression, where it changes. */
static bool clock_calls_is_component(const Flattening *f, const Operator *op,
                                     const Value *u)
{
  if (op->function != FLAT_CLOCK_PREVIOUS || u->kind == VALUE_RECORD)
    return true;
  for (int i = 0; i < u->n_elements; i++) {
    const FlatExpr *e = value_at(&f->typing, u, i);
    if (!e || e->kind == FLAT_EXPR_VARIABLE || e->variability <= FLAT_PARAMETER)
      continue;
    fault_error(f->faults, u->span, E204,
                "'previous' needs a variable, not an expression");
    return false;
  }
  return true;
}

/* In an equation. */
static Value *clock_calls_value(const Flattening *f, Context context,
                                const AstExpr *call)
{
  const Typing *t = &f->typing;
  const Operator *op = find_operator(call->reference);
  if (!op && clock_calls_is_named(call, "sample"))
    return sampled(f, context, call);
  if (!op) {
    FlatExpr *clock = constructor(f, context, call);
    return clock ? value_of(t, clock) : NULL;
  }
  FlatExpr *number[2];
  Applied a = {call, op->function, op->gives, number, op->n_numbers};
  if (call->n_args == 0 && op->may_lack_operand) {
    return value_of(t, clock_calls_apply(f, &a, NULL));
  }
  if (call->n_args == 0 || call->n_args > 1 + op->n_numbers) {
    fault_error(f->faults, call->span, E208, "'%s' takes a value%s", op->name,
                op->n_numbers > 0 ? " and factors" : "");
    return NULL;
  }
  Value *u = expression_value(f, context, call->arg[0]);
  if (!u || !clock_calls_is_operand(f, call, op, u) ||
      !clock_calls_is_component(f, op, u) ||
      !read_numbers(f, context, call, op, number))
    return NULL;
  return clock_calls_map(f, &a, u);
}

/* In an algorithm section the operators are computed outside of it. */
static Value *clock_calls_outside(const Flattening *f, Context context,
                                  const AstExpr *call)
{
  assert(f->typing.outside);
  Flattening outside;
  scope_outside(&outside, f);
  const Typing *t = &f->typing;
  Value *value = clock_calls_value(&outside, context, call);
  if (!value) return NULL;
  if (value->kind == VALUE_RECORD) {
    fault_unsupported(f->faults, call->span,
                      "a clock operator on a record in an algorithm");
    return NULL;
  }
  FlatExpr **scalar = arena_array(value_arena(t), (size_t)value->n_elements + 1,
                                  sizeof scalar[0]);
  for (int i = 0; i < value->n_elements; i++)
    scalar[i] = t->outside(t, value_at(t, value, i));
  if (value->rank == 0) return value_of(t, scalar[0]);
  return value_array(t, value->span, value->type, value->enumeration,
                     value->rank, value->dim, scalar);
}

Value *clock_call(const Flattening *f, Context context, const AstExpr *call)
{
  assert(call->kind == AST_CALL);
  const Typing *t = &f->typing;
  f->tables->has_clocks = true;
  bool is_section = clock_calls_is_section(f);
  if (!is_section && (t->n_functions > 0 || t->build)) {
    fault_error(f->faults, call->span, E237,
                "'%s' is not allowed in functions (section 16.2.3)",
                call->reference->part[0].ident);
    return NULL;
  }
  return is_section ? clock_calls_outside(f, context, call)
                    : clock_calls_value(f, context, call);
}
