/* loop_kinks.c: see loop_kinks.h. */
#include "reduce/structure/loop_kinks.h"

#include <assert.h>

#include "base/vector.h"
#include "reduce/structure/top_problem.h"
#include "reduce/system/hybrid.h"

typedef struct LoopKinks {
  System *sys;
  Walk *walk;
  Arena *scratch;
  /* of the present loop */
  const int *row;
  int n_rows;
  bool *is_unknown; /* [n_vars] */
  IntList *in_rows; /* [n_vars] rows (equations) that hold the unknown */
  /* of the present z */
  ExprId z;
  bool *vanishes; /* [n_vars] unknowns that are zero with z */
  bool *is_used;  /* [n_eqs] the row has said so of one of them */
  bool *is_lost;  /* [n_eqs] the row says nothing */
  bool *waits;    /* [n_eqs] to be looked at */
  int *waiting, n_waiting, cap_waiting;
  int *touched, n_touched, cap_touched; /* rows whose marks are set */
  int *zeroed, n_zeroed, cap_zeroed;    /* unknowns that vanish */
} LoopKinks;

/* --- what kinks compare with zero ------------------------------------------ */

/* z without its sign and constant factor; *sign: that of e, relative to it. */
static ExprId kink_place(const ExprTable *t, ExprId e, int *sign)
{
  *sign = 1;
  for (;;) {
    const ExprNode *n = expr_node(t, e);
    double c;
    if (n->op == EXPR_NEG) {
      *sign = -*sign;
      e = n->arg[0];
    } else if (n->op == EXPR_MUL && expr_is_const(t, n->arg[0], &c) && c != 0) {
      if (c < 0) *sign = -*sign;
      e = n->arg[1];
    } else if ((n->op == EXPR_MUL || n->op == EXPR_DIV) &&
               expr_is_const(t, n->arg[1], &c) && c != 0) {
      if (c < 0) *sign = -*sign;
      e = n->arg[0];
    } else {
      return e;
    }
  }
}

/* The operand that is compared with zero; NO_EXPR: none is. */
static ExprId kink_operand(const ExprTable *t, const ExprNode *n)
{
  bool compares = (n->op == EXPR_LT || n->op == EXPR_LE) && n->index < 0;
  if (n->op == EXPR_ABS) return n->arg[0];
  if (n->op != EXPR_MAX && n->op != EXPR_MIN && !compares) return NO_EXPR;
  if (expr_is_zero(t, n->arg[1])) return n->arg[0];
  return expr_is_zero(t, n->arg[0]) ? n->arg[1] : NO_EXPR;
}

/* z of the kink; NO_EXPR: it is none, or z is constant. */
static ExprId kink_of(const ExprTable *t, ExprId e, int *sign)
{
  ExprId operand = kink_operand(t, expr_node(t, e));
  if (operand.i < 0) return NO_EXPR;
  ExprId z = kink_place(t, operand, sign);
  return expr_is_const(t, z, NULL) ? NO_EXPR : z;
}

static bool holds_unknown(const LoopKinks *k, ExprId e)
{
  walk_from(k->walk, e, true);
  for (int i = 0; i < k->walk->n_nodes; i++) {
    const ExprNode *n = expr_node(k->sys->exprs, k->walk->node[i]);
    if (n->op == EXPR_VAR && k->is_unknown[n->var.i]) return true;
  }
  return false;
}

/* --- what vanishes with z -------------------------------------------------- */

/* f(0) = 0 */
static bool passes_zero(ExprOp op)
{
  return op == EXPR_NEG || op == EXPR_ABS || op == EXPR_SQRT ||
         op == EXPR_SIN || op == EXPR_TAN || op == EXPR_ASIN ||
         op == EXPR_ATAN || op == EXPR_SINH || op == EXPR_TANH;
}

static bool loop_kinks_vanishes(const LoopKinks *k, const ExprNode *n,
                                const bool *zero)
{
  double c;
  const Walk *w = k->walk;
#define OF(a) zero[walk_position(w, n->arg[a])]
  if (n->op == EXPR_CONST) return n->value == 0;
  if (n->op == EXPR_VAR) return k->vanishes[n->var.i];
  if (walk_is_event(n)) return false;
  if (passes_zero((ExprOp)n->op) || n->op == EXPR_DIV) return OF(0);
  if (n->op == EXPR_MUL) return OF(0) || OF(1);
  if (n->op == EXPR_IF) return OF(1) && OF(2);
  if (n->op == EXPR_POW)
    return OF(0) && expr_is_const(k->sys->exprs, n->arg[1], &c) && c > 0;
  if (n->op == EXPR_ADD || n->op == EXPR_SUB || n->op == EXPR_MAX ||
      n->op == EXPR_MIN)
    return OF(0) && OF(1);
#undef OF
  return false;
}

/* c*v of an unknown v of the loop that is not known to vanish; -1: another
 * term. */
static int single_unknown(const LoopKinks *k, ExprId term)
{
  int sign;
  const ExprNode *n =
      expr_node(k->sys->exprs, kink_place(k->sys->exprs, term, &sign));
  return n->op == EXPR_VAR && k->is_unknown[n->var.i] ? n->var.i : -1;
}

/* The terms of the last walk's root that do not vanish: their number up to two,
 * and one of them. */
static int terms_left(const LoopKinks *k, const bool *zero, ExprId *left)
{
  const ExprTable *t = k->sys->exprs;
  int n_left = 0, n_open = 1;
  ExprId *open =
      arena_array(k->scratch, (size_t)k->walk->n_nodes + 2, sizeof open[0]);
  open[0] = k->walk->node[k->walk->n_nodes - 1];
  while (n_open > 0 && n_left < 2) {
    ExprId e = open[--n_open];
    const ExprNode *n = expr_node(t, e);
    bool is_sum = n->op == EXPR_ADD || n->op == EXPR_SUB;
    if (zero[walk_position(k->walk, e)]) continue;
    if (!is_sum && n->op != EXPR_NEG) {
      n_left++;
      *left = e;
      continue;
    }
    if (n_open + 2 > k->walk->n_nodes + 2) return 2; /* shared many times */
    open[n_open++] = n->arg[0];
    if (is_sum) open[n_open++] = n->arg[1];
  }
  return n_left;
}

static void wait_for_row(LoopKinks *k, int row)
{
  if (k->waits[row] || k->is_used[row] || k->is_lost[row]) return;
  k->waits[row] = true;
  k->waiting = vector_grow(k->scratch, k->waiting, &k->cap_waiting,
                           k->n_waiting + 1, sizeof k->waiting[0]);
  k->waiting[k->n_waiting++] = row;
}

static void let_vanish(LoopKinks *k, int var)
{
  k->vanishes[var] = true;
  k->zeroed = vector_grow(k->scratch, k->zeroed, &k->cap_zeroed,
                          k->n_zeroed + 1, sizeof k->zeroed[0]);
  k->zeroed[k->n_zeroed++] = var;
  for (int i = 0; i < k->in_rows[var].n; i++) {
    wait_for_row(k, k->in_rows[var].item[i]);
  }
}

static void loop_kinks_settle(LoopKinks *k, int row)
{
  ArenaMark mark = arena_mark(k->walk->arena);
  walk_from(k->walk, k->sys->eq[row].residual, true);
  int n = k->walk->n_nodes;
  bool *zero = arena_array(k->scratch, (size_t)n, sizeof zero[0]);
  for (int i = 0; i < n; i++) {
    ExprId e = k->walk->node[i];
    zero[i] = expr_same(e, k->z) ||
              loop_kinks_vanishes(k, expr_node(k->sys->exprs, e), zero);
  }
  ExprId left = NO_EXPR;
  int n_left = terms_left(k, zero, &left);
  int var = n_left == 1 ? single_unknown(k, left) : -1;
  arena_release(mark);
  if (n_left > 0 && var < 0) return;
  k->touched = vector_grow(k->scratch, k->touched, &k->cap_touched,
                           k->n_touched + 1, sizeof k->touched[0]);
  k->touched[k->n_touched++] = row;
  if (n_left == 0) {
    k->is_lost[row] = true;
  } else {
    k->is_used[row] = true;
    let_vanish(k, var);
  }
}

/* Do the loop's equations leave something open at z = 0? Marks those that
 * vanish. */
static bool is_open_at(LoopKinks *k, ExprId z)
{
  const ExprNode *n = expr_node(k->sys->exprs, z);
  k->z = z;
  if (n->op == EXPR_VAR) let_vanish(k, n->var.i);
  for (int r = 0; n->op != EXPR_VAR && r < k->n_rows; r++) {
    wait_for_row(k, k->row[r]);
  }
  bool any = false;
  for (int i = 0; i < k->n_waiting; i++) {
    int row = k->waiting[i];
    k->waits[row] = false;
    loop_kinks_settle(k, row);
    any |= k->is_lost[row];
  }
  k->n_waiting = 0;
  return any;
}

static void forget_marks(LoopKinks *k)
{
  for (int i = 0; i < k->n_touched; i++) {
    k->is_used[k->touched[i]] = k->is_lost[k->touched[i]] = false;
  }
  for (int i = 0; i < k->n_zeroed; i++) k->vanishes[k->zeroed[i]] = false;
  k->n_touched = k->n_zeroed = 0;
}

/* --- event relations in place of kinks ------------------------------------- */

/* Is the value of e defined on both sides of any relation? */
static bool is_total(const ExprTable *t, Walk *walk, ExprId e)
{
  ExprOp partial[] = {EXPR_SQRT, EXPR_LOG, EXPR_LOG10, EXPR_ASIN,
                      EXPR_ACOS, EXPR_DIV, EXPR_CALL};
  walk_from(walk, e, true);
  for (int i = 0; i < walk->n_nodes; i++) {
    const ExprNode *n = expr_node(t, walk->node[i]);
    for (size_t p = 0; p < sizeof partial / sizeof partial[0]; p++) {
      if (n->op != partial[p]) continue;
      if (n->op != EXPR_DIV || !expr_is_const(t, n->arg[1], NULL)) return false;
    }
    double c = 0.5;
    if (n->op == EXPR_POW &&
        (!expr_is_const(t, n->arg[1], &c) || c < 0 || c != (int)c))
      return false;
  }
  return true;
}

/* Conditions of the row may become event relations: no branch is left by which
 * a function is kept from what it is not defined for. */
static bool has_total_branches(const LoopKinks *k, ExprId residual)
{
  const ExprTable *t = k->sys->exprs;
  walk_from(k->walk, residual, true);
  int n = k->walk->n_nodes;
  ExprId *node = arena_array(k->scratch, (size_t)n, sizeof node[0]);
  for (int i = 0; i < n; i++) node[i] = k->walk->node[i];
  for (int i = 0; i < n; i++) {
    const ExprNode *at = expr_node(t, node[i]);
    if (at->op != EXPR_IF) continue;
    if (!is_total(t, k->walk, at->arg[1]) || !is_total(t, k->walk, at->arg[2]))
      return false;
  }
  return true;
}

static ExprId relation_of_kink(System *sys, ExprId left, ExprId right,
                               bool or_equal, Span span)
{
  int before = sys->n_relations;
  ExprId e = hybrid_relation(sys, left, right, or_equal, span);
  for (int k = before; k < sys->n_relations; k++) {
    sys->relation[k].difference = expr_sub(sys->exprs, left, right);
  }
  return e;
}

/* What takes the place of a kink, whose operands are `arg` now. */
static ExprId kink_by_event(System *sys, ExprId kink, const ExprId arg[3],
                            ExprId z, int sign, Span span)
{
  ExprTable *t = sys->exprs;
  ExprNode n = *expr_node(t, kink);
  ExprId zero = expr_const(t, 0);
  if (n.op == EXPR_LT || n.op == EXPR_LE)
    return relation_of_kink(sys, n.arg[0], n.arg[1], n.op == EXPR_LE, span);
  ExprId is_below = relation_of_kink(sys, z, zero, false, span);
  ExprId operand =
      expr_is_zero(t, n.arg[0]) && n.op != EXPR_ABS ? arg[1] : arg[0];
  ExprId above = n.op == EXPR_MIN ? zero : operand;
  ExprId below = n.op == EXPR_MIN   ? operand
                 : n.op == EXPR_MAX ? zero
                                    : expr_neg(t, operand);
  return sign > 0 ? expr_if(t, is_below, below, above)
                  : expr_if(t, is_below, above, below);
}

static void rewrite_kinks(LoopKinks *k, Eq *eq, ExprId z)
{
  System *sys = k->sys;
  bool with_conditions = has_total_branches(k, eq->residual);
  walk_from(k->walk, eq->residual, true);
  int n = k->walk->n_nodes;
  ExprId *made = arena_array(k->scratch, (size_t)n, sizeof made[0]);
  for (int i = 0; i < n; i++) {
    ExprId e = made[i] = k->walk->node[i];
    ExprNode at = *expr_node(sys->exprs, e);
    if (walk_is_event(&at) || at.n_args == 0) continue;
    ExprId arg[3] = {NO_EXPR, NO_EXPR, NO_EXPR};
    for (int a = 0; a < at.n_args; a++) {
      arg[a] = made[walk_position(k->walk, at.arg[a])];
    }
    int sign;
    ExprId place = kink_of(sys->exprs, e, &sign);
    bool is_condition = expr_op_is_relation((ExprOp)at.op);
    bool is_one = place.i >= 0 && expr_same(place, z) &&
                  (with_conditions || !is_condition);
    made[i] = is_one ? kink_by_event(sys, e, arg, z, sign, eq->span)
                     : expr_rebuild(sys->exprs, e, arg);
  }
  eq->residual = made[n - 1];
}

/* --- loops ----------------------------------------------------------------- */

/* Each z of the loop's kinks once. */
static ExprId *list_places(const LoopKinks *k, int *n_places)
{
  ExprId *place = NULL;
  int cap = 0, n = 0;
  for (int r = 0; r < k->n_rows; r++) {
    walk_from(k->walk, k->sys->eq[k->row[r]].residual, true);
    for (int i = 0; i < k->walk->n_nodes; i++) {
      int sign;
      ExprId z = kink_of(k->sys->exprs, k->walk->node[i], &sign);
      bool is_new = z.i >= 0;
      for (int p = 0; p < n && is_new; p++) is_new = !expr_same(place[p], z);
      if (!is_new) continue;
      place = vector_grow(k->scratch, place, &cap, n + 1, sizeof place[0]);
      place[n++] = z;
    }
  }
  *n_places = n;
  return place;
}

/* Which rows of the loop hold which of its unknowns? */
static void mark_unknowns(LoopKinks *k)
{
  int *n = arena_array(k->scratch, (size_t)k->sys->n_vars, sizeof n[0]);
  IntList *list = arena_array(k->scratch, (size_t)k->n_rows, sizeof list[0]);
  for (int r = 0; r < k->n_rows; r++) {
    k->is_unknown[k->sys->eq_var[k->row[r]].i] = true;
    list[r] = incidence_of_residual(
        k->sys, k->walk, k->sys->eq[k->row[r]].residual, false, k->scratch);
    for (int i = 0; i < list[r].n; i++) n[list[r].item[i]]++;
  }
  for (int r = 0; r < k->n_rows; r++) {
    for (int i = 0; i < list[r].n; i++) {
      IntList *rows = &k->in_rows[list[r].item[i]];
      if (!rows->item) {
        rows->item = arena_array(k->scratch, (size_t)n[list[r].item[i]],
                                 sizeof rows->item[0]);
      }
      rows->item[rows->n++] = k->row[r];
    }
  }
}

static void forget_unknowns(LoopKinks *k)
{
  for (int r = 0; r < k->n_rows; r++) {
    IntList list = incidence_of_residual(
        k->sys, k->walk, k->sys->eq[k->row[r]].residual, false, k->scratch);
    for (int i = 0; i < list.n; i++) {
      k->in_rows[list.item[i]] = (IntList){NULL, 0};
    }
    k->is_unknown[k->sys->eq_var[k->row[r]].i] = false;
  }
}

static void look_at_loop(LoopKinks *k)
{
  int n_places;
  ExprId *place = list_places(k, &n_places);
  if (n_places == 0) return;
  mark_unknowns(k);
  for (int p = 0; p < n_places; p++) {
    bool is_open = holds_unknown(k, place[p]) && is_open_at(k, place[p]);
    for (int i = 0; is_open && i < k->n_touched; i++) {
      Eq *eq = &k->sys->eq[k->touched[i]];
      if (!eq->has_start_residual) rewrite_kinks(k, eq, place[p]);
    }
    forget_marks(k);
  }
  forget_unknowns(k);
}

bool loop_kinks_find(System *sys, Session *s)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  size_t n_vars = (size_t)sys->n_vars, n_eqs = (size_t)sys->n_eqs;
  LoopKinks k = {.sys = sys,
                 .walk = walk_create(sys->exprs, scratch),
                 .scratch = scratch,
                 .is_unknown = arena_array(scratch, n_vars, sizeof(bool)),
                 .in_rows = arena_array(scratch, n_vars, sizeof(IntList)),
                 .vanishes = arena_array(scratch, n_vars, sizeof(bool)),
                 .is_used = arena_array(scratch, n_eqs, sizeof(bool)),
                 .is_lost = arena_array(scratch, n_eqs, sizeof(bool)),
                 .waits = arena_array(scratch, n_eqs, sizeof(bool))};
  Blt blt = top_problem_blocks(sys, k.walk, scratch);
  for (int b = 0; b < blt.n_blocks; b++) {
    k.row = blt.row + blt.start[b];
    k.n_rows = blt.start[b + 1] - blt.start[b];
    if (sys->eq_var[k.row[0]].i >= 0) look_at_loop(&k);
  }
  arena_release(mark);
  return true;
}
