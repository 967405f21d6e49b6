/* constant_eval.c: a stack machine for expressions. It keeps its stacks in the
 * scratch arena: sums are as long as the file makes them. */
#include "flatten/flat/constant_eval.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/vector.h"

ConstantTable *constant_table_create(const Faults *faults,
                                     const FlatModel *flat)
{
  Arena *arena = faults->s->instance_arena;
  ConstantTable *t = arena_alloc(arena, sizeof *t);
  t->typing = (Typing){.faults = faults, .arena = faults->s->flat_arena};
  t->flat = flat;
  t->n_vars = flat->n_vars;
  t->state = arena_array(arena, (size_t)t->n_vars, sizeof t->state[0]);
  t->value = arena_array(arena, (size_t)t->n_vars, sizeof t->value[0]);
  return t;
}

void constant_set_faulty(ConstantTable *t, FlatVarId id)
{
  assert(id.i >= 0 && id.i < t->n_vars);
  t->state[id.i] = CONSTANT_FAILED;
}

/* --- values --- */

typedef struct Scalar {
  FlatType type;
  union {
    double real;
    int64_t integer; /* FLAT_ENUMERATION: the ordinal */
    bool boolean;
    const char *string;
  };
  const FlatEnumeration *enumeration;
} Scalar;

static Scalar real_value(double x)
{
  return (Scalar){FLAT_REAL, {.real = x}, NULL};
}

static Scalar boolean_value(bool b)
{
  return (Scalar){FLAT_BOOLEAN, {.boolean = b}, NULL};
}

static Scalar constant_eval_literal_value(const FlatExpr *expr)
{
  assert(types_is_literal(expr));
  Scalar value = {.type = expr->type};
  switch (expr->type) {
  case FLAT_REAL: value.real = expr->real; break;
  case FLAT_INTEGER: value.integer = expr->integer; break;
  case FLAT_BOOLEAN: value.boolean = expr->boolean; break;
  case FLAT_STRING: value.string = expr->string; break;
  case FLAT_ENUMERATION:
    value.integer = expr->integer;
    value.enumeration = expr->enumeration;
    break;
  case FLAT_OBJECT: /* has no literals */
  case N_FLAT_TYPES: assert(false);
  }
  return value;
}

static FlatExpr *value_literal(ConstantTable *t, Span span, Scalar value)
{
  switch (value.type) {
  case FLAT_REAL: return types_real(&t->typing, span, value.real);
  case FLAT_INTEGER: return types_integer(&t->typing, span, value.integer);
  case FLAT_BOOLEAN: return types_boolean(&t->typing, span, value.boolean);
  case FLAT_STRING: return types_string(&t->typing, span, value.string);
  case FLAT_ENUMERATION:
    return types_enumeration(&t->typing, span, value.enumeration,
                             (int)value.integer);
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  return NULL;
}

/* --- arithmetic --- */

static bool no_value(ConstantTable *t, const FlatExpr *expr, const char *why)
{
  fault_error(t->typing.faults, expr->span, E212, "%s", why);
  return false;
}

static bool divide_by_zero(ConstantTable *t, const FlatExpr *expr)
{
  return no_value(t, expr, "division by zero");
}

/* --- functions of numbers --- */

/* Of base/builtin_functions.def; Integers of 32 bits are exact doubles. */
static double math_value(FlatFunction function, double a, double b)
{
  switch ((int)function) {
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case FLAT_##NAME:                                                            \
    return facts;
#define VALUE(value) value
#include "base/builtin_functions.def"
  }
  assert(false && "a function of numbers");
  return NAN;
}

static double real_operator(FlatFunction function, double x, double y)
{
  if (function == FLAT_ADD) return x + y;
  if (function == FLAT_SUBTRACT) return x - y;
  if (function == FLAT_MULTIPLY) return x * y;
  if (function == FLAT_DIVIDE) return x / y;
  if (function == FLAT_POWER) return pow(x, y);
  if (function == FLAT_NEGATE) return -x;
  if (function == FLAT_DIV) return trunc(x / y);
  if (function == FLAT_MOD) return x - floor(x / y) * y;
  if (function == FLAT_REM) return x - trunc(x / y) * y;
  return math_value(function, x, y);
}

static bool divides(FlatFunction function)
{
  return function == FLAT_DIVIDE || function == FLAT_DIV ||
         function == FLAT_MOD || function == FLAT_REM;
}

static bool eval_real(ConstantTable *t, const FlatExpr *expr, const Scalar *arg,
                      Scalar *result)
{
  double x = arg[0].real, y = expr->n_args > 1 ? arg[1].real : 0.0;
  if (divides(expr->function) && y == 0.0) return divide_by_zero(t, expr);
  *result = real_value(real_operator(expr->function, x, y));
  if (isfinite(result->real)) return true;
  const char *name = flat_function_name(expr->function);
  if (expr->n_args == 1) {
    fault_error(t->typing.faults, expr->span, E212,
                "'%s' has no finite value at %g", name, x);
  } else {
    fault_error(t->typing.faults, expr->span, E212,
                "'%s' has no finite value at %g and %g", name, x, y);
  }
  return false;
}

static int64_t floor_div(int64_t x, int64_t y)
{
  assert(y != 0);
  int64_t q = x / y;
  return (x % y != 0 && (x < 0) != (y < 0)) ? q - 1 : q;
}

static bool fits_integer(int64_t x)
{
  return x >= INT32_MIN && x <= INT32_MAX;
}

/* Operands are Modelica Integers of 32 bits: nothing overflows 64. */
static int64_t integer_operator(FlatFunction function, int64_t x, int64_t y)
{
  assert(fits_integer(x) && fits_integer(y));
  if (function == FLAT_ADD) return x + y;
  if (function == FLAT_SUBTRACT) return x - y;
  if (function == FLAT_MULTIPLY) return x * y;
  if (function == FLAT_NEGATE) return -x;
  if (function == FLAT_DIV) return x / y;
  if (function == FLAT_MOD) return x - floor_div(x, y) * y;
  if (function == FLAT_REM) return x % y;
  return (int64_t)math_value(function, (double)x, (double)y);
}

static bool eval_integer(ConstantTable *t, const FlatExpr *expr,
                         const Scalar *arg, Scalar *result)
{
  int64_t x = arg[0].integer, y = expr->n_args > 1 ? arg[1].integer : 1;
  if (divides(expr->function) && y == 0) return divide_by_zero(t, expr);
  bool fits = fits_integer(x) && fits_integer(y);
  int64_t z = fits ? integer_operator(expr->function, x, y) : 0;
  if (!fits || !fits_integer(z)) {
    return no_value(t, expr, "the result does not fit an Integer of 32 bits");
  }
  *result = (Scalar){FLAT_INTEGER, {.integer = z}, NULL};
  return true;
}

static bool eval_number(ConstantTable *t, const FlatExpr *expr,
                        const Scalar *arg, Scalar *result)
{
  return expr->type == FLAT_REAL ? eval_real(t, expr, arg, result)
                                 : eval_integer(t, expr, arg, result);
}

/* integer(x) */
static bool eval_to_integer(ConstantTable *t, const FlatExpr *expr,
                            const Scalar *arg, Scalar *result)
{
  double x = floor(arg->real);
  if (x < INT32_MIN || x > INT32_MAX) {
    return no_value(t, expr, "the result does not fit an Integer of 32 bits");
  }
  *result = (Scalar){FLAT_INTEGER, {.integer = (int64_t)x}, NULL};
  return true;
}

/* A function of base/builtin_functions.def. */
static bool eval_math(ConstantTable *t, const FlatExpr *expr, const Scalar *arg,
                      Scalar *result)
{
  FlatRule rule = flat_function(expr->function)->rule;
  if (rule != FLAT_RULE_TO_INTEGER) return eval_number(t, expr, arg, result);
  double x = arg->type == FLAT_REAL ? arg->real : (double)arg->integer;
  double value = math_value(expr->function, x, 0);
  *result = (Scalar){FLAT_INTEGER, {.integer = (int64_t)value}, NULL};
  return true;
}

static int constant_eval_compare(const Scalar *a, const Scalar *b)
{
  assert(a->type == b->type);
  switch (a->type) {
  case FLAT_REAL: return (a->real > b->real) - (a->real < b->real);
  case FLAT_INTEGER:
  case FLAT_ENUMERATION:
    return (a->integer > b->integer) - (a->integer < b->integer);
  case FLAT_BOOLEAN: return (int)a->boolean - (int)b->boolean;
  case FLAT_STRING: return strcmp(a->string, b->string);
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  assert(false && "nothing that has an order");
  return 0;
}

/* All arguments are values; false after a diagnostic. */
static bool constant_eval_apply(ConstantTable *t, const FlatExpr *expr,
                                const Scalar *arg, Scalar *result)
{
  switch (expr->function) {
  case FLAT_TO_REAL: *result = real_value((double)arg[0].integer); return true;
  case FLAT_LESS:
  case FLAT_LESS_EQUAL:
  case FLAT_GREATER:
  case FLAT_GREATER_EQUAL:
  case FLAT_EQUAL:
  case FLAT_NOT_EQUAL:
    *result = boolean_value(flat_relation_holds(
        expr->function, constant_eval_compare(&arg[0], &arg[1])));
    return true;
  case FLAT_AND:
    *result = boolean_value(arg[0].boolean && arg[1].boolean);
    return true;
  case FLAT_OR:
    *result = boolean_value(arg[0].boolean || arg[1].boolean);
    return true;
  case FLAT_NOT: *result = boolean_value(!arg[0].boolean); return true;
#define MATH_FUNCTION(NAME, ...) case FLAT_##NAME:
#include "base/builtin_functions.def"
    return eval_math(t, expr, arg, result);
  case FLAT_ADD:
  case FLAT_SUBTRACT:
  case FLAT_MULTIPLY:
  case FLAT_DIVIDE:
  case FLAT_POWER:
  case FLAT_NEGATE:
  case FLAT_DIV:
  case FLAT_MOD:
  case FLAT_REM: return eval_number(t, expr, arg, result);
  case FLAT_INTEGER_OF: return eval_to_integer(t, expr, arg, result);
  case FLAT_ORDINAL:
    *result = (Scalar){FLAT_INTEGER, {.integer = arg[0].integer}, NULL};
    return true;
  case FLAT_NO_EVENT:
  case FLAT_HOMOTOPY: *result = arg[0]; return true;
  case FLAT_SMOOTH: *result = arg[1]; return true;
  case FLAT_DER:
  case FLAT_INITIAL_CALL:
  case FLAT_PRE:
  case FLAT_EDGE:
  case FLAT_CHANGE:
  case FLAT_SAMPLE:
  case FLAT_TERMINAL_CALL:
  case FLAT_DELAY:
  case FLAT_SEMI_LINEAR:
#define CLOCK_OPERATOR(NAME, ...) case FLAT_CLOCK_##NAME:
#define FLAT_NODE(NAME, ...) case FLAT_##NAME:
#define CLOCK_NODE(NAME, ...) case FLAT_CLOCK_##NAME:
#include "base/builtin_functions.def"
  case N_FLAT_FUNCTIONS: break;
  }
  fault_error(t->typing.faults, expr->span, E205,
              "'%s' has no value at translation",
              flat_function_name(expr->function));
  return false;
}

/* --- one expression --- */

typedef struct Frame {
  const FlatExpr *expr;
  int next; /* argument to be evaluated next */
} Frame;

typedef struct Machine {
  ConstantTable *t;
  Arena *arena;
  Frame *frame;
  int n_frames, cap_frames;
  Scalar *value;
  int n_values, cap_values;
} Machine;

static void constant_eval_push_frame(Machine *m, const FlatExpr *expr)
{
  m->frame = vector_grow(m->arena, m->frame, &m->cap_frames, m->n_frames + 1,
                         sizeof m->frame[0]);
  m->frame[m->n_frames++] = (Frame){expr, 0};
}

static void constant_eval_push_value(Machine *m, Scalar value)
{
  m->value = vector_grow(m->arena, m->value, &m->cap_values, m->n_values + 1,
                         sizeof m->value[0]);
  m->value[m->n_values++] = value;
}

static bool constant_eval_report_unknown(ConstantTable *t, const FlatExpr *expr)
{
  const FlatVar *var = &t->flat->var[expr->variable.i];
  ConstantState state = t->state[expr->variable.i];
  if (state == CONSTANT_FAILED) return false; /* has its own diagnostic */
  Diagnostic *d = fault_error(
      t->typing.faults, expr->span, E205,
      "a value known at translation is needed here, '%s' is not", var->name);
  const char *why = "it varies during simulation";
  if (state == CONSTANT_RUNTIME) {
    why = "it depends on parameters that can be changed later";
  } else if (var->variability == FLAT_PARAMETER) {
    why = "it can be changed later; a constant or final parameter cannot";
  }
  fault_note(t->typing.faults, d, var->span, "%s", why);
  return false;
}

/* The literal that `expr` is or has. */
static bool push_literal(Machine *m, const FlatExpr *expr,
                         const FlatExpr *literal)
{
  if (literal->type == FLAT_OBJECT) {
    fault_error(m->t->typing.faults, expr->span, E205,
                "a value known at translation is needed here, this is an "
                "external object");
    return false;
  }
  constant_eval_push_value(m, constant_eval_literal_value(literal));
  return true;
}

static bool ask_source(Machine *m, const FlatExpr *expr)
{
  const FlatExpr *value = m->t->source(m->t->source_context, expr);
  return value && push_literal(m, expr, value);
}

static bool eval_leaf(Machine *m, const FlatExpr *expr)
{
  if (expr->kind == FLAT_EXPR_VARIABLE && m->t->source) {
    return ask_source(m, expr);
  }
  if (expr->kind == FLAT_EXPR_VARIABLE) {
    const FlatExpr *value = m->t->value[expr->variable.i];
    return value ? push_literal(m, expr, value)
                 : constant_eval_report_unknown(m->t, expr);
  }
  if (expr->kind == FLAT_EXPR_LOCAL || expr->kind == FLAT_EXPR_RESULT) {
    fault_error(m->t->typing.faults, expr->span, E205,
                "a value known at translation is needed here, this is computed "
                "while the model runs");
    return false;
  }
  if (expr->kind == FLAT_EXPR_TIME) {
    fault_error(m->t->typing.faults, expr->span, E205,
                "a value known at translation is needed here, time is not");
    return false;
  }
  return push_literal(m, expr, expr);
}

/* The condition first, then the branch that it chooses, no other. */
static bool step_if(Machine *m, Frame *frame)
{
  const FlatExpr *expr = frame->expr;
  if (frame->next == 0) {
    frame->next = 1;
    constant_eval_push_frame(m, expr->arg[0]);
    return true;
  }
  assert(m->n_values > 0 && m->value[m->n_values - 1].type == FLAT_BOOLEAN);
  bool condition = m->value[--m->n_values].boolean;
  m->n_frames--; /* the branch takes this one's place */
  constant_eval_push_frame(m, expr->arg[condition ? 1 : 2]);
  return true;
}

/* The left operand of `and`, `or` may decide alone. */
static bool is_decided(const Machine *m, const Frame *frame)
{
  FlatFunction function = frame->expr->function;
  if (frame->next != 1) return false;
  if (function != FLAT_AND && function != FLAT_OR) return false;
  return m->value[m->n_values - 1].boolean == (function == FLAT_OR);
}

static bool step_call(Machine *m, Frame *frame)
{
  const FlatExpr *expr = frame->expr;
  if (is_decided(m, frame)) {
    m->n_frames--;
    return true;
  }
  if (frame->next < expr->n_args) {
    constant_eval_push_frame(m, expr->arg[frame->next++]);
    return true;
  }
  Scalar result;
  assert(m->n_values >= expr->n_args);
  m->n_values -= expr->n_args;
  if (!constant_eval_apply(m->t, expr, m->value + m->n_values, &result))
    return false;
  m->n_frames--;
  constant_eval_push_value(m, result);
  return true;
}

static bool constant_eval_step(Machine *m)
{
  Frame *frame = &m->frame[m->n_frames - 1];
  if (frame->expr->kind == FLAT_EXPR_IF) return step_if(m, frame);
  if (frame->expr->kind == FLAT_EXPR_CALL) return step_call(m, frame);
  m->n_frames--;
  return eval_leaf(m, frame->expr);
}

FlatExpr *constant_eval_known(ConstantTable *t, const FlatExpr *expr)
{
  if (types_is_literal(expr) && expr->type != FLAT_OBJECT) {
    return value_literal(t, expr->span, constant_eval_literal_value(expr));
  }
  Arena *scratch = session_scratch(t->typing.faults->s);
  ArenaMark mark = arena_mark(scratch);
  Machine m = {.t = t, .arena = scratch};
  constant_eval_push_frame(&m, expr);
  bool good = true;
  while (good && m.n_frames > 0) good = constant_eval_step(&m);
  assert(!good || m.n_values == 1);
  FlatExpr *result = good ? value_literal(t, expr->span, m.value[0]) : NULL;
  arena_release(mark);
  return result;
}

FlatExpr *constant_fold(const Faults *faults, const FlatExpr *expr,
                        ConstantSource *source, const void *context)
{
  ConstantTable t = {.source = source, .source_context = context};
  t.typing = (Typing){.faults = faults, .arena = faults->s->flat_arena};
  return constant_eval_known(&t, expr);
}
