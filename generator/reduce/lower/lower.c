/* lower.c: flat variables to Vars, flat expressions to the expression graph.
 *
 * Flat expressions are trees with left spines of any length, so they are
 * walked with an explicit stack. Variables keep their order; Strings, whose
 * values were used at translation, are left out; der() variables come last. */
#include "reduce/lower/lower.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/flat/set_depth.h"
#include "flatten/values/text_functions.h"
#include "reduce/lower/lower_family.h"
#include "reduce/lower/lower_function.h"
#include "reduce/lower/lower_range.h"
#include "reduce/lower/lower_repeat.h"
#include "reduce/lower/lower_start.h"
#include "reduce/lower/lower_text.h"
#include "reduce/lower/lower_when.h"
#include "reduce/system/hybrid.h"
#include "reduce/system/input_rate.h"
#include "reduce/system/time_derivative.h"
#include "symbolic/call.h"
#include "symbolic/evaluate.h"

typedef struct Frame {
  const FlatExpr *e;
  int next_arg;
  bool no_event;
  int first_value; /* of its operands */
} Frame;

struct Lower {
  Session *s;
  System *sys;
  const FlatModel *flat;
  VarId *var_of; /* by FlatVarId; NO_VAR: left out */
  Frame *frame;
  int n_frames, cap_frames;
  ExprId *value;
  int n_values, cap_values;
  Walk *walk;
  ExprId guard; /* of all calls, if is_guarded */
  bool is_guarded;
  bool is_body; /* of `when`, or an initial equation: rounding makes no events
                   there (MLS 3.7.2) and is what it is */
  bool failed;
};

static void lower_push_frame(Lower *lo, const FlatExpr *e, bool no_event)
{
  lo->frame = vector_grow(session_scratch(lo->s), lo->frame, &lo->cap_frames,
                          lo->n_frames + 1, sizeof lo->frame[0]);
  lo->frame[lo->n_frames++] = (Frame){e, 0, no_event, lo->n_values};
}

static void push_value(Lower *lo, ExprId value)
{
  lo->value = vector_grow(session_scratch(lo->s), lo->value, &lo->cap_values,
                          lo->n_values + 1, sizeof lo->value[0]);
  lo->value[lo->n_values++] = value;
}

static ExprId lower_refuse(Lower *lo, const FlatExpr *e, const char *why)
{
  diagnostic_error(lo->s, e->span, E290, "%s", why);
  lo->failed = true;
  return expr_const(lo->sys->exprs, 0);
}

/* a > b is b < a, a >= b is b <= a. Only relations that can change while
 * integrating are events: Integer and Boolean operands and parameters
 * cannot. */
static ExprId lower_relation(Lower *lo, const FlatExpr *e, bool no_event,
                             ExprId a, ExprId b)
{
  ExprTable *t = lo->sys->exprs;
  FlatFunction f = e->function;
  if (f == FLAT_EQUAL) return expr_relation(t, EXPR_EQ, a, b, -1);
  if (f == FLAT_NOT_EQUAL) return expr_relation(t, EXPR_NE, a, b, -1);
  bool swap = f == FLAT_GREATER || f == FLAT_GREATER_EQUAL;
  bool or_equal = f == FLAT_LESS_EQUAL || f == FLAT_GREATER_EQUAL;
  ExprId left = swap ? b : a, right = swap ? a : b;
  bool both_const =
      expr_is_const(t, left, NULL) && expr_is_const(t, right, NULL);
  if (!no_event && !both_const && e->variability > FLAT_PARAMETER &&
      (e->arg[0]->variability == FLAT_CONTINUOUS ||
       e->arg[1]->variability == FLAT_CONTINUOUS)) {
    return hybrid_relation(lo->sys, left, right, or_equal, e->span);
  }
  return expr_relation(t, or_equal ? EXPR_LE : EXPR_LT, left, right, -1);
}

/* The variability of the call itself is discrete: its value jumps. */
static bool has_continuous_argument(const FlatExpr *e)
{
  for (int k = 0; k < e->n_args; k++) {
    if (e->arg[k]->variability == FLAT_CONTINUOUS) return true;
  }
  return false;
}

/* Rounding, with events where the argument changes continuously. */
typedef struct Rounding {
  Lower *lo;
  bool events;
  Span span;
} Rounding;

static ExprId round_down(const Rounding *r, ExprId a)
{
  ExprTable *t = r->lo->sys->exprs;
  if (!r->events || expr_is_const(t, a, NULL)) {
    return expr_unary(t, EXPR_FLOOR, a);
  }
  return hybrid_floor(r->lo->sys, r->lo->s, a, r->span);
}

static ExprId lower_round_up(const Rounding *r, ExprId a)
{
  ExprTable *t = r->lo->sys->exprs;
  if (!r->events) return expr_unary(t, EXPR_CEIL, a);
  return expr_neg(t, round_down(r, expr_neg(t, a)));
}

/* Towards zero, as div() has it. */
static ExprId truncate(const Rounding *r, ExprId a)
{
  ExprTable *t = r->lo->sys->exprs;
  ExprId zero = expr_const(t, 0);
  ExprId negative = r->events && !expr_is_const(t, a, NULL)
                        ? hybrid_relation(r->lo->sys, a, zero, false, r->span)
                        : expr_relation(t, EXPR_LT, a, zero, -1);
  return expr_if(t, negative, lower_round_up(r, a), round_down(r, a));
}

/* Functions that make events (MLS 3.7.2), of base/builtin_functions.def or
 * not; op: N_EXPR_OPS where they are not. */
static ExprId lower_rounding(Lower *lo, const FlatExpr *e, ExprOp op,
                             bool no_event, const ExprId *arg)
{
  ExprTable *t = lo->sys->exprs;
  bool events = !no_event && !lo->is_body && has_continuous_argument(e);
  Rounding r = {lo, events, e->span};
  ExprId a = arg[0];
  if (op == EXPR_CEIL) return lower_round_up(&r, a);
  if (op == EXPR_FLOOR || e->function == FLAT_INTEGER_OF) {
    return round_down(&r, a);
  }
  ExprId b = arg[1], ratio = expr_div(t, a, b);
  if (e->function == FLAT_DIV) return truncate(&r, ratio);
  if (e->function == FLAT_REM) {
    return expr_sub(t, a, expr_mul(t, truncate(&r, ratio), b));
  }
  assert(e->function == FLAT_MOD); /* a new one needs its events here */
  return expr_sub(t, a, expr_mul(t, round_down(&r, ratio), b));
}

/* pre(v), edge(b), change(v): v is a variable. */
static ExprId lower_left_limit(Lower *lo, const FlatExpr *e, ExprId v)
{
  ExprTable *t = lo->sys->exprs;
  const ExprNode *n = expr_node(t, v);
  if (n->op != EXPR_VAR || lo->sys->var[n->var.i].kind < VAR_MEMORY) {
    return e->function == FLAT_PRE ? v : expr_const(t, 0);
  }
  VarId var = n->var;
  ExprId before = expr_var(t, hybrid_pre(lo->sys, lo->s, var));
  if (e->function == FLAT_PRE) return before;
  if (e->function == FLAT_CHANGE) {
    return expr_relation(t, EXPR_NE, v, before, -1);
  }
  return expr_binary(t, EXPR_AND, v, expr_unary(t, EXPR_NOT, before));
}

static ExprId lower_der(Lower *lo, const FlatExpr *e, ExprId a)
{
  System *sys = lo->sys;
  VarId input;
  int n_before = sys->n_vars;
  ExprId rate = time_derivative(sys, lo->s, lo->walk, a, true, &input);
  /* where the derivative of an input is asked for: see input_rate.h */
  for (int i = n_before; i < sys->n_vars; i++) {
    if (input_rate_is(sys, (VarId){i})) sys->var[i].span = e->span;
  }
  if (rate.i >= 0) return rate;
  const Var *v = &sys->var[input.i]; /* or a delayed value, say */
  Diagnostic *d = diagnostic_error(lo->s, e->span, E303,
                                   "the derivative of %s'%s' is not known",
                                   v->is_internal ? "" : "the input ", v->name);
  if (input_rate_is(sys, input)) input_rate_note_order(lo->s, d);
  lo->failed = true;
  return expr_const(sys->exprs, 0);
}

/* Where the call is made: inside of the branches around it. */
static ExprId guard_of(Lower *lo)
{
  ExprTable *t = lo->sys->exprs;
  ExprId guard = lo->is_guarded ? lo->guard : expr_const(t, 1);
  for (int k = 0; k < lo->n_frames; k++) {
    const Frame *frame = &lo->frame[k];
    int branch = frame->next_arg - 1; /* the one that is being lowered */
    bool is_if = frame->e->kind == FLAT_EXPR_IF;
    bool is_call = frame->e->kind == FLAT_EXPR_CALL;
    bool is_and = is_call && frame->e->function == FLAT_AND;
    bool is_or = is_call && frame->e->function == FLAT_OR;
    if (branch < 1 || !(is_if || is_and || is_or)) continue;
    ExprId condition = lo->value[frame->first_value];
    if (is_or || (is_if && branch == 2)) {
      condition = expr_unary(t, EXPR_NOT, condition);
    }
    guard = expr_binary(t, EXPR_AND, guard, condition);
  }
  return guard;
}

/* 1/0 is nothing to compute with, unless no branch leads there. */
static void check_divisor(Lower *lo, const FlatExpr *e, ExprId divisor)
{
  double value;
  bool divides = e->function == FLAT_DIVIDE || e->function == FLAT_DIV ||
                 e->function == FLAT_MOD || e->function == FLAT_REM;
  if (!divides || !expr_is_const(lo->sys->exprs, divisor, &value) ||
      value != 0) {
    return;
  }
  bool is_reached =
      expr_is_const(lo->sys->exprs, guard_of(lo), &value) && value != 0;
  if (!is_reached) return;
  diagnostic_error(lo->s, e->span, E212, "division by zero");
  lo->failed = true;
}

/* An operator or a function that is one operator of the graph. */
static ExprId lower_plain(Lower *lo, ExprOp op, int n_args, const ExprId *arg)
{
  ExprTable *t = lo->sys->exprs;
  return n_args == 1 ? expr_unary(t, op, arg[0])
                     : expr_binary(t, op, arg[0], arg[1]);
}

/* Of base/builtin_functions.def. */
static ExprId lower_math(Lower *lo, const FlatExpr *e, ExprOp op, bool no_event,
                         const ExprId *arg)
{
  if (flat_function(e->function)->events != FLAT_EVENTS_NO) {
    return lower_rounding(lo, e, op, no_event, arg);
  }
  return lower_plain(lo, op, e->n_args, arg);
}

static ExprId lower_call(Lower *lo, const FlatExpr *e, bool no_event,
                         const ExprId *arg)
{
  if (!no_event && e->n_args == 2) check_divisor(lo, e, arg[1]);
  switch (e->function) {
  case FLAT_ADD: return lower_plain(lo, EXPR_ADD, 2, arg);
  case FLAT_SUBTRACT: return lower_plain(lo, EXPR_SUB, 2, arg);
  case FLAT_MULTIPLY: return lower_plain(lo, EXPR_MUL, 2, arg);
  case FLAT_DIVIDE: return lower_plain(lo, EXPR_DIV, 2, arg);
  case FLAT_POWER: return lower_plain(lo, EXPR_POW, 2, arg);
  case FLAT_NEGATE: return lower_plain(lo, EXPR_NEG, 1, arg);
  case FLAT_AND: return lower_plain(lo, EXPR_AND, 2, arg);
  case FLAT_OR: return lower_plain(lo, EXPR_OR, 2, arg);
  case FLAT_NOT: return lower_plain(lo, EXPR_NOT, 1, arg);
  case FLAT_LESS:
  case FLAT_LESS_EQUAL:
  case FLAT_GREATER:
  case FLAT_GREATER_EQUAL:
  case FLAT_EQUAL:
  case FLAT_NOT_EQUAL: return lower_relation(lo, e, no_event, arg[0], arg[1]);
#define MATH_FUNCTION(NAME, ...)                                               \
  case FLAT_##NAME:                                                            \
    return lower_math(lo, e, EXPR_##NAME, no_event, arg);
#include "base/builtin_functions.def"
  case FLAT_DIV:
  case FLAT_MOD:
  case FLAT_REM:
  case FLAT_INTEGER_OF: return lower_rounding(lo, e, N_EXPR_OPS, no_event, arg);
  case FLAT_TO_REAL:
  case FLAT_ORDINAL:
  case FLAT_NO_EVENT: return arg[0];
  case FLAT_HOMOTOPY: return hybrid_homotopy(lo->sys, lo->s, arg[0], arg[1]);
  case FLAT_SMOOTH: return arg[1];
  case FLAT_INITIAL_CALL: return expr_initial(lo->sys->exprs);
  case FLAT_TERMINAL_CALL: return hybrid_terminal(lo->sys, lo->s);
  case FLAT_PRE:
  case FLAT_EDGE:
  case FLAT_CHANGE: return lower_left_limit(lo, e, arg[0]);
  case FLAT_DELAY:
    return hybrid_delay(lo->sys, lo->s, arg[0], arg[1], arg[2], e->span);
  case FLAT_SPATIAL:
    return hybrid_transport(lo->sys, lo->s, arg, (e->n_args - 4) / 2, e->span);
  case FLAT_SAMPLE:
    return hybrid_sample(lo->sys, lo->s, arg[0], arg[1], e->span);
  case FLAT_ACTIVE: return lower_active(lo, e->arg, arg, e->n_args, NULL);
  case FLAT_DER: return lower_der(lo, e, arg[0]);
  case FLAT_SEMI_LINEAR: /* is an if-expression */
                         /* clocks are taken out */
#define CLOCK_OPERATOR(NAME, ...) case FLAT_CLOCK_##NAME:
#define CLOCK_NODE(NAME, ...) case FLAT_CLOCK_##NAME:
#include "base/builtin_functions.def"
  case N_FLAT_FUNCTIONS: break;
  }
  return lower_refuse(lo, e, "this expression is not supported yet");
}

/* Relations in functions make no events. */
static ExprId lower_result(Lower *lo, const FlatExpr *e, const ExprId *arg)
{
  ExprTable *t = lo->sys->exprs;
  ExprId guard = guard_of(lo);
  int procedure = e->procedure;
  if (lo->sys->functions) procedure = lo->sys->functions->same[procedure];
  return call_result(t, call_make(t, procedure, arg, e->n_args, guard),
                     e->output);
}

static ExprId lower_literal(Lower *lo, const FlatExpr *e)
{
  ExprTable *t = lo->sys->exprs;
  switch (e->kind) {
  case FLAT_EXPR_REAL: return expr_const(t, e->real);
  case FLAT_EXPR_INTEGER:
  case FLAT_EXPR_ENUMERATION: return expr_const(t, (double)e->integer);
  case FLAT_EXPR_BOOLEAN: return expr_const(t, e->boolean);
  case FLAT_EXPR_STRING:
    return expr_const(t, system_literal(lo->sys, lo->s, e->string));
  case FLAT_EXPR_VARIABLE:
  case FLAT_EXPR_TIME:
  case FLAT_EXPR_CALL:
  case FLAT_EXPR_IF:
  case FLAT_EXPR_RESULT:
  case FLAT_EXPR_LOCAL:
  case FLAT_EXPR_ELEMENT: break;
  }
  return lower_refuse(lo, e, "this expression is not supported yet");
}

/* A value that is known counts before and after its declaration: branches
 * that it excludes must not make parameters depend on each other. */
static ExprId lower_variable(Lower *lo, const FlatExpr *e)
{
  const FlatVar *fv = &lo->flat->var[e->variable.i];
  if (fv->evaluated && fv->binding && types_is_literal(fv->binding)) {
    return lower_literal(lo, fv->binding);
  }
  VarId lowered = lo->var_of[e->variable.i];
  if (lowered.i < 0) { /* a String that was left out */
    const FlatExpr *value = fv->binding;
    if (!value || value->kind != FLAT_EXPR_STRING) {
      return lower_refuse(lo, e, "this String is not supported yet here");
    }
    double number = system_literal(lo->sys, lo->s, value->string);
    return expr_const(lo->sys->exprs, number);
  }
  const Var *var = &lo->sys->var[lowered.i];
  if (var->kind == VAR_CONSTANT && var->binding.i >= 0) return var->binding;
  return expr_var(lo->sys->exprs, lowered);
}

static ExprId lower_leaf(Lower *lo, const FlatExpr *e)
{
  ExprTable *t = lo->sys->exprs;
  if (e->kind == FLAT_EXPR_VARIABLE) return lower_variable(lo, e);
  if (e->kind == FLAT_EXPR_TIME) return expr_time(t);
  if (e->kind == FLAT_EXPR_LOCAL) return expr_var(t, (VarId){e->slot});
  return lower_literal(lo, e);
}

static ExprId lower_finish(Lower *lo, const FlatExpr *e, bool no_event,
                           const ExprId *arg)
{
  if (e->kind == FLAT_EXPR_IF) {
    return expr_if(lo->sys->exprs, arg[0], arg[1], arg[2]);
  }
  if (e->kind == FLAT_EXPR_CALL) return lower_call(lo, e, no_event, arg);
  if (e->kind == FLAT_EXPR_RESULT) return lower_result(lo, e, arg);
  return lower_leaf(lo, e);
}

/* The number that literals are added and multiplied to, as the operators of
 * expressions would: none of those on the way becomes a node. Start values of
 * arrays are made so, {0.1*k for k in 1:n}. */
static bool find_number(const FlatExpr *e, int depth, double *value)
{
  if (e->kind == FLAT_EXPR_REAL || e->kind == FLAT_EXPR_INTEGER) {
    *value = e->kind == FLAT_EXPR_REAL ? e->real : (double)e->integer;
    return isfinite(*value);
  }
  if (e->kind != FLAT_EXPR_CALL || depth == 0) return false;
  FlatFunction f = e->function;
  bool is_binary = f == FLAT_ADD || f == FLAT_SUBTRACT || f == FLAT_MULTIPLY;
  if (!is_binary && f != FLAT_NEGATE && f != FLAT_TO_REAL) return false;
  double a, b = 0;
  if (!find_number(e->arg[0], depth - 1, &a)) return false;
  if (is_binary && !find_number(e->arg[1], depth - 1, &b)) return false;
  *value = f == FLAT_ADD        ? a + b
           : f == FLAT_SUBTRACT ? a - b
           : f == FLAT_MULTIPLY ? a * b
           : f == FLAT_NEGATE   ? -a
                                : a;
  return isfinite(*value);
}

static ExprId lower_with(Lower *lo, const FlatExpr *e, bool no_events)
{
  assert(lo->n_frames == 0); /* one expression at a time */
  enum { MOST_DEPTH = 8 };
  double number;
  if (find_number(e, MOST_DEPTH, &number)) {
    return expr_const(lo->sys->exprs, number);
  }
  lo->n_frames = lo->n_values = 0;
  lower_push_frame(lo, e, no_events);
  while (lo->n_frames > 0) {
    Frame *top = &lo->frame[lo->n_frames - 1];
    const FlatExpr *node = top->e;
    if (top->next_arg < node->n_args) {
      bool quiet = top->no_event || (node->kind == FLAT_EXPR_CALL &&
                                     node->function == FLAT_NO_EVENT);
      lower_push_frame(lo, node->arg[top->next_arg++], quiet);
      continue;
    }
    bool no_event = top->no_event;
    lo->n_frames--;
    lo->n_values = top->first_value;
    const ExprId *arg = lo->value ? lo->value + lo->n_values : NULL;
    push_value(lo, lower_finish(lo, node, no_event, arg));
  }
  assert(lo->n_values == 1);
  return lo->value[0];
}

static ExprId lower_expr(Lower *lo, const FlatExpr *e)
{
  return lower_with(lo, e, false);
}

ExprId lower_expression(Lower *lo, const FlatExpr *e, bool no_events)
{
  return lower_with(lo, e, no_events);
}

ExprId lower_guarded(Lower *lo, const FlatExpr *e, bool no_events, ExprId guard)
{
  assert(!lo->is_guarded && guard.i >= 0);
  lo->is_guarded = lo->is_body = true;
  lo->guard = guard;
  ExprId lowered = lower_with(lo, e, no_events);
  lo->is_guarded = lo->is_body = false;
  return lowered;
}

ExprId lower_body(Lower *lo, const FlatExpr *e)
{
  lo->is_body = true;
  ExprId lowered = lower_with(lo, e, false);
  lo->is_body = false;
  return lowered;
}

System *lower_system(Lower *lo)
{
  return lo->sys;
}

Session *lower_session(Lower *lo)
{
  return lo->s;
}

VarId lower_var_of(const Lower *lo, FlatVarId id)
{
  assert(id.i >= 0 && id.i < lo->flat->n_vars);
  return lo->var_of[id.i];
}

static FlatVerdict look_for_variable(void *context, const FlatExpr *at)
{
  (void)context;
  return at->kind == FLAT_EXPR_VARIABLE ? FLAT_FOUND : FLAT_GO_ON;
}

/* In functions; nothing there makes events. Variables of the model would be
 * taken for slots. */
static ExprId lower_in_function(void *context, const FlatExpr *e)
{
  Lower *lo = context;
  assert(!flat_find(lo->s, e, look_for_variable, NULL));
  return lower_with(lo, e, true);
}

static ExprId lower_optional(Lower *lo, const FlatExpr *e)
{
  return e ? lower_expr(lo, e) : NO_EXPR;
}

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
  ExprId lowered = lower_expr(lo, value);
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
  return lower_expr(lo, fv->binding);
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
  ExprId l = lower_expr(lo, left), r = lower_expr(lo, right);
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
        (Assertion){.condition = lower_with(lo, from->condition, true),
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
