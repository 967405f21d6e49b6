/* lower_expression.c: see lower_expression.h. */
#include "reduce/lower/lower_expression.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/types.h"
#include "function/function.h"
#include "reduce/system/hybrid.h"
#include "reduce/system/input_rate.h"
#include "reduce/system/time_derivative.h"
#include "symbolic/call.h"

struct LowerFrame {
  const FlatExpr *e;
  int next_arg;
  bool no_event;
  int first_value; /* of its operands */
};

static void lower_push_frame(Lower *lo, const FlatExpr *e, bool no_event)
{
  lo->frame = vector_grow(session_scratch(lo->s), lo->frame, &lo->cap_frames,
                          lo->n_frames + 1, sizeof lo->frame[0]);
  lo->frame[lo->n_frames++] = (LowerFrame){e, 0, no_event, lo->n_values};
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
    const LowerFrame *frame = &lo->frame[k];
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

static bool lower_is_initial(const FlatExpr *e)
{
  return e->kind == FLAT_EXPR_CALL && e->function == FLAT_INITIAL_CALL;
}

ExprId lower_active(Lower *lo, FlatExpr *const *condition, const ExprId *value,
                    int n, bool *has_initial)
{
  ExprTable *t = lo->sys->exprs;
  ExprId running = expr_const(t, 0), initial = expr_initial(t);
  bool is_initial = false;
  for (int k = 0; k < n; k++) {
    if (lower_is_initial(condition[k])) {
      is_initial = true;
      continue;
    }
    ExprId edge = hybrid_edge(lo->sys, lo->s, value[k], condition[k]->span);
    running = expr_binary(t, EXPR_OR, running, edge);
  }
  running = expr_binary(t, EXPR_AND, expr_unary(t, EXPR_NOT, initial), running);
  if (has_initial) *has_initial = is_initial;
  return is_initial ? expr_binary(t, EXPR_OR, initial, running) : running;
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
    LowerFrame *top = &lo->frame[lo->n_frames - 1];
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

/* Variables of the model would be taken for slots. */
ExprId lower_in_function(void *lower, const FlatExpr *e)
{
  Lower *lo = lower;
  assert(!flat_find(lo->s, e, look_for_variable, NULL));
  return lower_with(lo, e, true);
}

ExprId lower_optional(Lower *lo, const FlatExpr *e)
{
  return e ? lower_expression(lo, e, false) : NO_EXPR;
}
