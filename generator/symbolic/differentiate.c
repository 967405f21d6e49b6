/* differentiate.c: chain rule, forward in time, backward for gradients. */
#include "symbolic/differentiate.h"

#include <assert.h>

#include "base/vector.h"
#include "symbolic/call.h"
#include "symbolic/root_kink.h"

/* The value jumps, if it changes at all. */
static bool differentiate_is_step(const ExprTable *t, ExprId e)
{
  ExprOp op = (ExprOp)expr_node(t, e)->op;
  if (expr_op_is_plain(op)) return false; /* most nodes */
  if (op == EXPR_RESULT) return !call_is_real(t, e);
  return expr_op_is_step(op) || expr_is_boolean(t, e);
}

bool differentiate_passes(const ExprTable *t, ExprId e, int k)
{
  ExprOp op = (ExprOp)expr_node(t, e)->op;
  assert(k >= 0 && k < expr_node(t, e)->n_args);
  if (op == EXPR_IF && k == 0) return false;
  if (op == EXPR_CALL && k == 1) return false; /* the guard */
  return !differentiate_is_step(t, e);
}

static ExprId square(ExprTable *t, ExprId a)
{
  return expr_mul(t, a, a);
}

static ExprId one(ExprTable *t)
{
  return expr_const(t, 1);
}

/* ln |a|, and 0 for zero. A base that is negative has powers where the exponent
 * is a whole number: they are those of |a|, with a sign. The exponent may be
 * whole at one point only, say 0 because a - 1 was rounded, and its own
 * derivative next to nothing: that is no reason for a derivative that is no
 * number. A power of zero is zero for all exponents above zero. */
static ExprId log_of_base(ExprTable *t, ExprId a)
{
  double value;
  if (expr_is_const(t, a, &value) && value > 0)
    return expr_unary(t, EXPR_LOG, a);
  ExprId zero = expr_const(t, 0);
  ExprId log = expr_unary(t, EXPR_LOG, expr_unary(t, EXPR_ABS, a));
  return expr_if(t, expr_relation(t, EXPR_EQ, a, zero, -1), zero, log);
}

/* d a^b / d a = b a^(b-1); d a^b / d b = a^b ln a */
static ExprId differentiate_pow(ExprTable *t, ExprId e, ExprId a, ExprId b,
                                int k)
{
  if (k == 1) return expr_mul(t, e, log_of_base(t, a));
  ExprId less = expr_sub(t, b, one(t));
  return expr_mul(t, b, expr_pow(t, a, less));
}

static ExprId differentiate_if(ExprTable *t, ExprId condition, int k)
{
  ExprId yes = one(t), no = expr_const(t, 0);
  if (k == 0) return no;
  return k == 1 ? expr_if(t, condition, yes, no)
                : expr_if(t, condition, no, yes);
}

/* The words in which builtin_functions.def writes derivatives; `f` is the
 * node of the function itself. */
#define NONE NO_EXPR
#define NUMBER(value) expr_const(t, value)
#define FUN(NAME, x) expr_unary(t, EXPR_##NAME, x)
#define NEG(x) expr_neg(t, x)
#define ADD(x, y) expr_add(t, x, y)
#define SUB(x, y) expr_sub(t, x, y)
#define MUL(x, y) expr_mul(t, x, y)
#define DIV(x, y) expr_div(t, x, y)
#define POW(x, y) expr_pow(t, x, y)
#define SQUARE(x) square(t, x)
#define IF_LESS(x, y, yes, no)                                                 \
  expr_if(t, expr_relation(t, EXPR_LT, x, y, -1), yes, no)

ExprId differentiate_op(ExprTable *t, ExprId e, int k)
{
  const ExprNode *n = expr_node(t, e);
  ExprId a = n->arg[0], b = n->arg[1], f = e;
  assert(k >= 0 && k < n->n_args);
  switch ((ExprOp)n->op) {
  case EXPR_ADD: return one(t);
  case EXPR_SUB: return expr_const(t, k == 0 ? 1 : -1);
  case EXPR_MUL: return k == 0 ? b : a;
  case EXPR_DIV:
    return k == 0 ? expr_div(t, one(t), b) : expr_neg(t, expr_div(t, e, b));
  case EXPR_POW: return differentiate_pow(t, e, a, b, k);
  case EXPR_NEG: return expr_const(t, -1);
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case EXPR_##NAME:                                                            \
    return facts;
#define BY(by_a, by_b) k == 0 ? by_a : by_b
#include "base/builtin_functions.def"
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_NOT: return expr_const(t, 0);
  case EXPR_IF: return differentiate_if(t, a, k);
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  assert(false); /* leaves have no operands, calls are differentiated whole */
  return NO_EXPR;
}

#undef NONE
#undef NUMBER
#undef FUN
#undef NEG
#undef ADD
#undef SUB
#undef MUL
#undef DIV
#undef POW
#undef SQUARE
#undef IF_LESS

/* factor * dx, kept short for quotients: (1/b) * dx is dx/b. */
static ExprId differentiate_times(ExprTable *t, ExprId factor, ExprId dx)
{
  const ExprNode *n = expr_node(t, factor);
  if (n->op == EXPR_DIV) {
    return expr_div(t, expr_mul(t, n->arg[0], dx), n->arg[1]);
  }
  return expr_mul(t, factor, dx);
}

/* Derivative of a node from those of its operands. */
static ExprId chain_rule(ExprTable *t, ExprId e, const ExprId *darg,
                         bool at_kinks)
{
  const ExprNode *n = expr_node(t, e);
  if (n->op == EXPR_IF) return expr_if(t, n->arg[0], darg[1], darg[2]);
  ExprId sum = expr_const(t, 0);
  for (int k = 0; k < n->n_args; k++) {
    if (expr_is_zero(t, darg[k])) continue;
    sum = expr_add(t, sum,
                   differentiate_times(t, differentiate_op(t, e, k), darg[k]));
  }
  if (at_kinks && !expr_is_zero(t, sum) && root_kink_has(t, e))
    return root_kink_guard(t, e, sum);
  return sum;
}

/* d RESULT / d time from the derivatives of the arguments, which are nodes of
 * the walk. */
static ExprId call_rule(Walk *walk, ExprId e, const ExprId *d, bool exact)
{
  ExprTable *t = walk->exprs;
  ExprId call = expr_node(t, e)->arg[0];
  ArenaMark mark = arena_mark(walk->arena);
  int n = call_n_args(t, call);
  ExprId *arg = arena_array(walk->arena, (size_t)n + 1, sizeof arg[0]);
  call_args(t, call, arg);
  for (int k = 0; k < n; k++) arg[k] = d[walk_position(walk, arg[k])];
  ExprId derivative = call_derivative(t, e, arg, exact, walk->arena);
  arena_release(mark);
  return derivative;
}

static bool is_list(const ExprNode *n)
{
  return n->op == EXPR_ARG || n->op == EXPR_CALL;
}

/* The nodes whose derivative has a part in that of the last one: a variable
 * that occurs in conditions only must not be asked for its derivative. */
static bool *mark_needed(const Walk *walk, bool by_time)
{
  const ExprTable *t = walk->exprs;
  bool *needed =
      arena_array(walk->arena, (size_t)walk->n_nodes, sizeof needed[0]);
  needed[walk->n_nodes - 1] = true;
  for (int k = walk->n_nodes - 1; k >= 0; k--) { /* users before operands */
    const ExprNode *n = expr_node(t, walk->node[k]);
    if (needed[k] && n->op == EXPR_CALL) {
      const bool *wanted = by_time ? call_moves(t, walk->node[k], walk->arena)
                                   : call_depends(t, walk->node[k]);
      walk_mark_arguments(walk, walk->node[k], wanted, needed);
      continue;
    }
    for (int a = 0; needed[k] && a < n->n_args; a++) {
      if (!differentiate_passes(t, walk->node[k], a)) continue;
      needed[walk_position(walk, n->arg[a])] = true;
    }
  }
  return needed;
}

/* How the leaves change. */
typedef struct Forward {
  DifferentiateVar var_derivative;
  void *context;
  ExprId time;
  bool exact;    /* of functions too */
  bool at_kinks; /* root_kink.h; not where equations are made of it */
} Forward;

static ExprId differentiate_forward(Walk *walk, ExprId e, const Forward *by)
{
  ExprTable *t = walk->exprs;
  assert(!walk_has_stops(walk));
  walk_from(walk, e, true);
  ArenaMark mark = arena_mark(walk->arena);
  ExprId *d = arena_array(walk->arena, (size_t)walk->n_nodes, sizeof d[0]);
  bool *needed = mark_needed(walk, by->exact);
  ExprId zero = expr_const(t, 0), result = NO_EXPR;
  for (int k = 0; k < walk->n_nodes; k++) {
    ExprId node = walk->node[k];
    const ExprNode *n = expr_node(t, node);
    d[k] = zero;
    if (!needed[k] || differentiate_is_step(t, node)) continue;
    if (n->op == EXPR_VAR) {
      d[k] = by->var_derivative(by->context, n->var);
      if (d[k].i < 0) goto done;
    } else if (n->op == EXPR_TIME) {
      d[k] = by->time;
    } else if (n->op == EXPR_RESULT) {
      d[k] = call_rule(walk, node, d, by->exact);
      if (d[k].i < 0) goto done;
    } else if (n->n_args > 0 && !is_list(n)) {
      ExprId darg[3] = {zero, zero, zero};
      for (int a = 0; a < n->n_args; a++) {
        if (!differentiate_passes(t, node, a)) continue;
        darg[a] = d[walk_position(walk, n->arg[a])];
      }
      d[k] = chain_rule(t, node, darg, by->at_kinks);
    }
  }
  result = d[walk->n_nodes - 1];
done:
  arena_release(mark);
  return result;
}

ExprId differentiate_time(Walk *walk, ExprId e, DifferentiateVar var_derivative,
                          void *context)
{
  Forward by = {var_derivative, context, one(walk->exprs), true, false};
  return differentiate_forward(walk, e, &by);
}

ExprId differentiate_statement(Walk *walk, ExprId e,
                               DifferentiateVar var_derivative, void *context)
{
  Forward by = {var_derivative, context, one(walk->exprs), true, true};
  return differentiate_forward(walk, e, &by);
}

static ExprId no_derivative(void *exprs, VarId var)
{
  (void)var;
  return expr_const(exprs, 0);
}

ExprId differentiate_by_time(Walk *walk, ExprId e)
{
  Forward by = {no_derivative, walk->exprs, one(walk->exprs), false, true};
  return differentiate_forward(walk, e, &by);
}

/* Does the node lead to a wanted variable? Marks users of marked nodes;
 * returns how many wanted variables there are. */
static int mark_active(Walk *walk, GradientWanted wanted, const void *context,
                       bool *active)
{
  int n_wanted = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    active[k] = n->op == EXPR_VAR && wanted(context, n->var);
    n_wanted += active[k];
    bool is_number = expr_op_is_plain((ExprOp)n->op); /* most nodes */
    if (!is_number && expr_is_boolean(walk->exprs, walk->node[k])) continue;
    for (int a = 0; a < n->n_args; a++) {
      active[k] |= active[walk_position(walk, n->arg[a])];
    }
  }
  return n_wanted;
}

/* Branches inside branches that are looked into. */
enum { MOST_BRANCHES = 8 };

static bool differentiate_has_branches(const ExprTable *t, ExprId e, int depth)
{
  const ExprNode *n = expr_node(t, e);
  if (n->op == EXPR_ADD && depth > 0) {
    return differentiate_has_branches(t, n->arg[0], depth - 1) ||
           differentiate_has_branches(t, n->arg[1], depth - 1);
  }
  if (n->op != EXPR_IF) return false;
  return expr_is_zero(t, n->arg[1]) || expr_is_zero(t, n->arg[2]) ||
         expr_node(t, n->arg[1])->op == EXPR_IF ||
         expr_node(t, n->arg[2])->op == EXPR_IF;
}

/* factor * adjoint. An adjoint is zero where its branch is not taken; the
 * factor may be infinite or undefined there, so it goes into the branch, and
 * into each one of a sum of them: branches of several if-expressions may hold
 * the same expression. */
static ExprId times_adjoint(ExprTable *t, ExprId factor, ExprId adjoint,
                            int depth)
{
  if (depth == 0 || !differentiate_has_branches(t, adjoint, depth)) {
    return differentiate_times(t, factor, adjoint);
  }
  const ExprNode *n = expr_node(t, adjoint);
  if (n->op == EXPR_ADD) {
    return expr_add(t, times_adjoint(t, factor, n->arg[0], depth - 1),
                    times_adjoint(t, factor, n->arg[1], depth - 1));
  }
  return expr_if(t, n->arg[0], times_adjoint(t, factor, n->arg[1], depth - 1),
                 times_adjoint(t, factor, n->arg[2], depth - 1));
}

/* a + b, branch by branch where both have the same condition. */
static ExprId add_adjoints(ExprTable *t, ExprId a, ExprId b, int depth)
{
  if (expr_is_zero(t, a)) return b;
  const ExprNode *x = expr_node(t, a), *y = expr_node(t, b);
  if (depth == 0 || x->op != EXPR_IF || y->op != EXPR_IF ||
      !expr_same(x->arg[0], y->arg[0])) {
    return expr_add(t, a, b);
  }
  return expr_if(t, x->arg[0], add_adjoints(t, x->arg[1], y->arg[1], depth - 1),
                 add_adjoints(t, x->arg[2], y->arg[2], depth - 1));
}

/* What a node with this adjoint gives to the adjoint of its operand a. Sums,
 * the most frequent ones, hand it on. */
static ExprId contribution(ExprTable *t, ExprId e, int a, ExprId adjoint)
{
  const ExprNode *n = expr_node(t, e);
  if (n->op == EXPR_ADD || (n->op == EXPR_SUB && a == 0)) return adjoint;
  if (n->op == EXPR_IF && a > 0) {
    ExprId zero = expr_const(t, 0);
    return a == 1 ? expr_if(t, n->arg[0], adjoint, zero)
                  : expr_if(t, n->arg[0], zero, adjoint);
  }
  ExprId factor = differentiate_op(t, e, a);
  ExprId part = times_adjoint(t, factor, adjoint, MOST_BRANCHES);
  return root_kink_has(t, e) ? root_kink_guard(t, e, part) : part;
}

/* What a result with this adjoint gives to the adjoints of the arguments of
 * its call: one derivative along each. */
static void spread_call(Walk *walk, ExprId e, ExprId adjoint_of_e,
                        const bool *active, ExprId *adjoint)
{
  ExprTable *t = walk->exprs;
  ExprId call = expr_node(t, e)->arg[0], zero = expr_const(t, 0);
  ArenaMark mark = arena_mark(walk->arena);
  int n = call_n_args(t, call);
  ExprId *arg = arena_array(walk->arena, (size_t)n + 1, sizeof arg[0]);
  ExprId *unit = arena_array(walk->arena, (size_t)n + 1, sizeof unit[0]);
  call_args(t, call, arg);
  const bool *depends = call_depends(t, call);
  for (int k = 0; k < n; k++) unit[k] = zero;
  for (int k = 0; k < n; k++) {
    int pos = walk_position(walk, arg[k]);
    if (!active[pos] || !depends[k]) continue;
    unit[k] = one(t);
    ExprId by = call_derivative(t, e, unit, false, walk->arena);
    unit[k] = zero;
    if (by.i < 0) continue;
    adjoint[pos] = expr_add(t, adjoint[pos],
                            times_adjoint(t, by, adjoint_of_e, MOST_BRANCHES));
  }
  arena_release(mark);
}

/* Adjoints of all active nodes of the last walk, from its end. */
static void spread_adjoints(Walk *walk, const bool *active, ExprId *adjoint)
{
  ExprTable *t = walk->exprs;
  for (int k = 0; k < walk->n_nodes; k++) adjoint[k] = t->zero;
  adjoint[walk->n_nodes - 1] = t->one;
  for (int k = walk->n_nodes - 1; k >= 0; k--) {
    if (!active[k] || expr_is_zero(t, adjoint[k])) continue;
    const ExprNode *n = expr_node(t, walk->node[k]);
    if (n->op == EXPR_RESULT) {
      if (call_is_real(t, walk->node[k])) {
        spread_call(walk, walk->node[k], adjoint[k], active, adjoint);
      }
      continue;
    }
    for (int a = 0; a < n->n_args; a++) {
      int pos = walk_position(walk, n->arg[a]);
      if (!active[pos]) continue;
      ExprId part = contribution(t, walk->node[k], a, adjoint[k]);
      adjoint[pos] = add_adjoints(t, adjoint[pos], part, MOST_BRANCHES);
    }
  }
}

static int count_vars(const Walk *walk)
{
  int n = 0;
  for (int k = 0; k < walk->n_nodes; k++) {
    n += expr_node(walk->exprs, walk->node[k])->op == EXPR_VAR;
  }
  return n;
}

/* For all variables of the walk. */
static void differentiate_make_room(Gradient *gradient, const Walk *walk)
{
  gradient->entry =
      vector_grow(walk->arena, gradient->entry, &gradient->cap_entries,
                  count_vars(walk), sizeof gradient->entry[0]);
  gradient->n_entries = 0;
}

void differentiate_gradient(Walk *walk, ExprId e, GradientWanted wanted,
                            const void *context, Gradient *gradient)
{
  assert(!walk_has_stops(walk));
  walk_from(walk, e, true);
  size_t n_nodes = (size_t)walk->n_nodes;
  differentiate_make_room(gradient, walk);
  ArenaMark mark = arena_mark(walk->arena);
  bool *active = arena_array(walk->arena, n_nodes, sizeof active[0]);
  if (mark_active(walk, wanted, context, active) > 0) {
    ExprId *adjoint = arena_array(walk->arena, n_nodes, sizeof adjoint[0]);
    spread_adjoints(walk, active, adjoint);
    for (int k = 0; k < walk->n_nodes; k++) {
      const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
      if (n->op != EXPR_VAR || !active[k]) continue;
      if (expr_is_zero(walk->exprs, adjoint[k])) continue;
      gradient->entry[gradient->n_entries++] =
          (GradientEntry){n->var, adjoint[k]};
    }
  }
  arena_release(mark);
}

/* The variables that a derivative along a direction depends on. */
typedef struct Along {
  ExprTable *exprs;
  GradientWanted wanted;
  const void *context;
  Gradient *depends;
} Along;

static ExprId direction_of(void *context, VarId var)
{
  const Along *a = context;
  if (!a->wanted(a->context, var)) return expr_const(a->exprs, 0);
  assert(a->depends->n_entries < a->depends->cap_entries);
  a->depends->entry[a->depends->n_entries++] = (GradientEntry){var, NO_EXPR};
  return expr_direction(a->exprs, var);
}

ExprId differentiate_along(Walk *walk, ExprId e, GradientWanted wanted,
                           const void *context, Gradient *depends)
{
  Along along = {walk->exprs, wanted, context, depends};
  Forward by = {direction_of, &along, expr_direction(walk->exprs, NO_VAR),
                false, true};
  walk_from(walk, e, true);
  differentiate_make_room(depends, walk);
  return differentiate_forward(walk, e, &by);
}

static bool holds_step(const Walk *walk)
{
  for (int k = 0; k < walk->n_nodes; k++) {
    if (differentiate_is_step(walk->exprs, walk->node[k])) return true;
  }
  return false;
}

bool differentiate_hides(Walk *walk, ExprId e, GradientWanted wanted,
                         const void *context)
{
  walk_from(walk, e, true);
  if (!holds_step(walk)) return false;
  ArenaMark mark = arena_mark(walk->arena);
  bool *has = arena_array(walk->arena, (size_t)walk->n_nodes, sizeof(bool));
  bool found = false;
  for (int k = 0; k < walk->n_nodes && !found; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    has[k] = n->op == EXPR_VAR && wanted(context, n->var);
    if (walk_is_event(n)) continue; /* frozen, whatever it compares */
    for (int a = 0; a < n->n_args; a++) {
      has[k] |= has[walk_position(walk, n->arg[a])];
    }
    found = has[k] && differentiate_is_step(walk->exprs, walk->node[k]);
  }
  arena_release(mark);
  return found;
}
